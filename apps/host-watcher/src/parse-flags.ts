import { flagProblem } from "@retinue/errors";
import { parseArgs } from "node:util";
import { HostWatcherError } from "./host-watcher-error.ts";

const commands = ["run", "once", "doctor", "try", "plan", "broker"] as const;

export interface Flags {
  readonly command: (typeof commands)[number];
  readonly config: string;
  /** The outbox that a planned request is for. */
  readonly outbox?: string | undefined;
  /** Whether a call is made to each route of models. */
  readonly call: boolean;
  /** Whether a broker goes on when nobody needs it. */
  readonly stay: boolean;
  /** Whether it is asked by other machines, as the configuration says. */
  readonly network: boolean;
  /** The request to plan; the directory of a broker. */
  readonly request?: string | undefined;
}

export const usage = `retinue-watch COMMAND [--config FILE]

  run      answer what comes into the outboxes, until SIGTERM
  once     go on with what was left, answer what lies there, then end; 1 when one stays open
  doctor [--call]   yes or no for each protection and route of models, with the remedy; --call asks each model for a word
  try      run a container for a moment and print what is in force for it
  plan REQUEST [--outbox NAME]   say what a request would start, and start nothing
  broker DIRECTORY [--stay]   what run starts where models are configured; ends by itself once nothing needs it,
                              or stays, for broker.started_by: operator
  broker DIRECTORY --network  stays, and is asked by runs of other machines: broker.network of the configuration

  --config FILE   default /etc/retinue/watch.yaml
  --version, --help

Exit codes: 0 well, 1 something does not hold or failed, 2 bad flags or configuration.

Examples:
  retinue-watch doctor --config watch.yaml
  retinue-watch plan request_1.json --config watch.yaml
  retinue-watch run
`;

const remedy =
  "Usage: retinue-watch COMMAND [--config FILE], one of run, once, doctor, try, plan REQUEST, broker DIRECTORY; retinue-watch --help says more.";

/** @throws HostWatcherError INVALID_FLAG. */
export function parseFlags(args: readonly string[]): Flags {
  const { positionals, values } = parsed(args);
  const [name, request, ...more] = positionals;
  const command = commands.find((each) => each === name);
  if (
    command === undefined ||
    more.length > 0 ||
    (command === "plan" || command === "broker") !== (request !== undefined)
  ) {
    throw new HostWatcherError("INVALID_FLAG", `not understood: ${args.join(" ") || "no command"}`, {
      remedy,
    });
  }
  const { config = "/etc/retinue/watch.yaml", outbox, call = false, stay = false, network = false } = values;
  return { command, config, outbox, request, call, stay, network };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: "string" },
        outbox: { type: "string" },
        call: { type: "boolean" },
        stay: { type: "boolean" },
        network: { type: "boolean" },
      },
    });
  } catch (cause) {
    throw new HostWatcherError("INVALID_FLAG", flagProblem(cause), { remedy, cause });
  }
}
