import { childEnvironment, environmentNames } from "@retinue/engine-contract";
import type { AgentRequest } from "../../../contract/agent-backend.ts";
import { howEnded } from "../../program/how-ended.ts";
import { runProgram } from "../../program/run-program.ts";
import { tool } from "./decision-tools.ts";
import type { FileTools } from "./file-tools.ts";

/** The tool by which a model runs commands. */
export interface CommandTool extends FileTools {
  isFor(name: string): boolean;
}

const name = "run";
const limits = { outputBytes: 50_000, seconds: { usual: 120, most: 600 } } as const;

const definitions = [
  tool(
    name,
    "Runs a command by /bin/sh in your own directory, without a terminal and without input. You get what it prints, " +
      `the last ${limits.outputBytes} bytes of it, and how it ended. What it leaves running is ended with it.`,
    {
      command: { type: "string" },
      seconds: {
        type: "integer",
        minimum: 1,
        maximum: limits.seconds.most,
        description: `Seconds until it is stopped; ${limits.seconds.usual} when left out`,
      },
    },
    ["command"],
  ),
];

/**
 * Runs commands for one agent in one round, in a process group of their own that is stopped with the round. Only for
 * an agent that is confined: what a command may do is for the sandbox to say.
 */
export function runCommand(request: AgentRequest, stop: AbortSignal): CommandTool {
  const ends = [stop, request.finish, request.wrapUp.asked, request.spent];
  return {
    definitions,
    isFor: (called) => called === name,
    async run(_name, input) {
      const { command, seconds = limits.seconds.usual } = input ?? {};
      if (typeof command !== "string" || command.trim() === "") return 'error: "command" has to be a text';
      if (!Number.isInteger(seconds) || Number(seconds) < 1 || Number(seconds) > limits.seconds.most)
        return `error: "seconds" has to be a whole number from 1 to ${limits.seconds.most}`;
      const isOver = AbortSignal.timeout(Number(seconds) * 1000);
      const end = await runProgram({
        // As a terminal would show it: in one stream.
        command: ["/bin/sh", "-c", 'exec /bin/sh -c "$1" 2>&1', "sh", command],
        cwd: request.workspace,
        environment: environmentOf(request),
        input: "",
        output: { maxBytes: limits.outputBytes, keep: "tail" },
        finish: new AbortController().signal,
        stop: AbortSignal.any([...ends, isOver]),
      });
      if (end.startError !== undefined) return `error: it could not be started: ${end.startError}`;
      const cut = end.droppedBytes > 0 ? `(${end.droppedBytes} bytes before this are left out)\n` : "";
      const printed = end.stdout === "" || end.stdout.endsWith("\n") ? end.stdout : `${end.stdout}\n`;
      const why = isOver.aborted ? `, stopped after ${String(seconds)} s` : "";
      return request.hideKeys(`${cut}${printed}(it ${howEnded(end)}${why})`);
    },
  };
}

/** Without the team's keys; the mark stays by which a stop finds every process of the run. */
function environmentOf({ environment }: AgentRequest): Record<string, string> {
  const marker = environment[environmentNames.runMarker];
  const added = marker === undefined ? {} : { [environmentNames.runMarker]: marker };
  return childEnvironment({ parent: environment, added });
}
