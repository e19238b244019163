import type { ParentConfig } from "@retinue/coordination-config";
import { evaluateRound as evaluate, type RoundDecision } from "@retinue/round-evaluator";
import { configuredOptions, createSubagentManager, type SubagentManagerOptions } from "@retinue/runtime";
import { resolve } from "node:path";
import { printable, printableLine } from "@retinue/contained-fs";
import { readConfiguration } from "../configure/read-configuration.ts";
import { engineOf } from "../evaluate/engine-of.ts";
import { readAnswers } from "../evaluate/read-answers.ts";
import { commandTrace, telemetryOf } from "../trace/telemetry-of.ts";
import { jsonText } from "../print/json-text.ts";
import { viewLine } from "../watch/view-line.ts";

export interface EvaluateRoundOptions {
  readonly config: string;
  readonly task: string;
  /** Texts of the criteria; they become E1, E2, … */
  readonly criterion?: readonly string[] | undefined;
  readonly round: number;
  /** Where the evaluator's run is kept. Default: the current directory. */
  readonly workspace?: string | undefined;
  readonly timeout?: number | undefined;
  /** Prints the decision as JSON and nothing else. */
  readonly json?: boolean | undefined;
}

/**
 * `retinue evaluate-round <dir>`: the stage between rounds, tried out on a directory of answers.
 *
 * @returns The exit code: 0 with a packet or a plan; 1 without, also when nothing was due.
 * @throws RoundEvaluatorError, CoordinationConfigError or CliError before anything is started.
 */
export async function evaluateRound(directory: string, options: EvaluateRoundOptions): Promise<0 | 1> {
  const { task, criterion = [], round, workspace = ".", timeout, json = false } = options;
  const answersRoot = resolve(directory);
  const configuration = await readConfiguration(options.config);
  const answers = readAnswers(answersRoot);
  const manager = createSubagentManager({
    ...managerOptions(configuration, resolve(workspace), answersRoot),
    telemetry: await telemetryOf(workspace),
  });
  try {
    const decision = await evaluate(
      {
        round,
        task,
        answers,
        criteria: criterion.map((text, index) => ({ id: `E${index + 1}`, text })),
        temporaryWorkspace: answersRoot,
        ...(timeout !== undefined && { timeoutSeconds: timeout }),
      },
      {
        configuration,
        spawn: async (evaluatorTask, spawnOptions) => {
          const spawned = await manager.spawn(evaluatorTask, {
            ...spawnOptions,
            trace: commandTrace(),
          });
          for await (const view of spawned.progress())
            process.stderr.write(`${printableLine(viewLine(view))}\n`);
          return spawned.result;
        },
      },
    );
    process.stdout.write(json ? jsonText(decision, 2) : account(decision));
    return decision.path === "parent_checklist" || decision.path === "not_due" ? 1 : 0;
  } finally {
    await manager.close();
  }
}

function managerOptions(config: ParentConfig, workspace: string, answers: string): SubagentManagerOptions {
  const { warnings: _said, ...configured } = configuredOptions(config, workspace);
  return {
    ...configured,
    // The stage is what starts its evaluator here, and answers are all that it works on.
    reservedTypes: [],
    contextPaths: [],
    engine: engineOf(config),
    temporaryWorkspace: answers,
    environment: process.env,
    log: (message) => process.stderr.write(`retinue: ${printable(message)}\n`),
  };
}

function account(decision: RoundDecision): string {
  if (decision.path === "not_due")
    return `Nothing is due in round ${decision.round}: ${printableLine(decision.reason)}.\n`;
  const { path, result, warnings, instructions } = decision;
  const lines = [
    `round ${decision.round}: ${path} (the evaluator came back ${result.status})`,
    `workspace: ${printableLine(result.workspace)}`,
    ...warnings.map((warning) => `warning: ${printableLine(warning)}`),
  ];
  return `${lines.join("\n")}\n\nWhat the parent is told:\n\n${printable(instructions)}\n`;
}
