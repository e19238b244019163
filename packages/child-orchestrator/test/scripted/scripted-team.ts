import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runTeam, type RunTeamOptions, type TeamOutcome, type Usage } from "@retinue/child-orchestrator";
import { validateChildConfig, type ChildConfig } from "@retinue/engine-contract";
import { parseOrchestratorStatus, type OrchestratorStatus } from "@retinue/status-model";
import { temporaryDirectory } from "@retinue/testkit";

/** What an agent does in one round: a text alone is its answer. */
export type Step =
  | string
  | {
      text?: string;
      vote?: string;
      usage?: Usage;
      /** Text of the reply file, instead of vote and usage. */
      reply?: string;
      stderr?: string;
      exit?: number;
      /** Content of a file result.txt that it leaves in its workspace. */
      file?: string;
    };

export interface ScriptedTeam {
  readonly directory: string;
  readonly config: ChildConfig;
  run(options?: Partial<RunTeamOptions>): Promise<TeamOutcome>;
  /** Agents wait at a closed gate of a stage until it is opened. */
  close(agent: string, stage: string): void;
  open(agent: string, stage: string): void;
  /** `alpha_0`: the rounds that were started, in no order. */
  started(): string[];
  prompt(round: string): string;
  /** The newest attempt's directory. */
  attempt(): string;
  status(): OrchestratorStatus;
  output(): string | undefined;
}

const program = join(import.meta.dirname, "agent.sh");

/** A team of real programs (agent.sh) that do what `steps` says, round by round, in a directory of its own. */
export function scriptedTeam(
  steps: Readonly<Record<string, readonly Step[]>> | readonly (readonly [string, readonly Step[]])[],
  orchestrator: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
): ScriptedTeam {
  const directory = temporaryDirectory("retinue-team-");
  const script = join(directory, "script");
  mkdirSync(script);
  const members: readonly (readonly [string, readonly Step[]])[] = Array.isArray(steps)
    ? (steps as readonly (readonly [string, readonly Step[]])[])
    : Object.entries(steps);
  for (const [id, rounds] of members)
    rounds.forEach((step, n) => writeStep(join(script, `${id}_${n}`), step));
  const config = validateChildConfig({
    agents: members.map(([id], index) => ({
      id,
      backend: { type: "command", command: [program], cwd: join(directory, `agent_${index + 1}`) },
    })),
    orchestrator: { agent_temporary_workspace: join(directory, "temp"), ...orchestrator },
    ...rest,
  });
  const gate = (agent: string, stage: string) => join(script, `${agent}.${stage}.closed`);
  const attempt = () => globSync(join(directory, "logs/log_*/turn_1/attempt_1")).toSorted().at(-1) ?? "";
  return {
    directory,
    config,
    attempt,
    run: (options = {}) =>
      runTeam({
        config,
        prompt: "Review the repository.",
        outputFile: "answer.txt",
        logBaseDirectory: join(directory, "logs"),
        workspace: directory,
        environment: { PATH: process.env["PATH"] ?? "", SCRIPT: script },
        signal: new AbortController().signal,
        ...options,
      }),
    close: (agent, stage) => writeFileSync(gate(agent, stage), ""),
    open: (agent, stage) => rmSync(gate(agent, stage), { force: true }),
    started: () => globSync(join(script, "*.started")).map((path) => basename(path, ".started")),
    prompt: (round) => readFileSync(join(script, `${round}.prompt`), "utf8"),
    status: () => readStatus(join(attempt(), "status.json")),
    output: () => {
      const path = join(directory, "answer.txt");
      return existsSync(path) ? readFileSync(path, "utf8") : undefined;
    },
  };
}

export function readStatus(path: string): OrchestratorStatus {
  const parsed = parseOrchestratorStatus(readFileSync(path, "utf8"));
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.status;
}

function writeStep(path: string, given: Step): void {
  const step = typeof given === "string" ? { text: given } : given;
  const { vote, usage } = step;
  if (step.text !== undefined) writeFileSync(`${path}.out`, `${step.text}\n`);
  if (step.stderr !== undefined) writeFileSync(`${path}.err`, step.stderr);
  if (step.exit !== undefined) writeFileSync(`${path}.exit`, String(step.exit));
  if (step.file !== undefined) writeFileSync(`${path}.file`, step.file);
  const document = { ...(vote !== undefined && { vote: { for: vote, reason: "best supported" } }), usage };
  if (step.reply !== undefined) writeFileSync(`${path}.reply`, step.reply);
  else if (vote !== undefined || usage !== undefined)
    writeFileSync(`${path}.reply`, JSON.stringify(document));
}
