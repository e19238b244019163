import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { ChildOrchestratorError, runTeam, type TeamOutcome } from "@retinue/child-orchestrator";
import {
  budgetExitCode,
  EngineContractError,
  environmentNames,
  hideUrlCredentials,
  logLayout,
  parseEngineArguments,
} from "@retinue/engine-contract";
import { ChildError } from "./child-error.ts";
import { readConfig } from "./read-config.ts";
import { readText } from "./read-text.ts";

/** Exit codes: 0 an answer was presented, 1 there is none, 2 the input is bad, 79 its budget was spent before, 130 interrupted. */
const exitCodes = {
  answered: 0,
  failed: 1,
  badInput: 2,
  overspent: budgetExitCode,
  interrupted: 130,
} as const;
/** Less than the ten seconds after which MassGen's launcher goes on to SIGTERM. */
const interruptMilliseconds = 9000;
const maxPromptBytes = 16 * 1024 * 1024;

const interruption = new AbortController();
const finish = new AbortController();
const deadline = readNumber(environmentNames.deadline);
process.on("SIGINT", () => {
  // A launcher that names its deadline has announced its stops: this is one. Another one waits ten seconds.
  if (deadline !== undefined || finish.signal.aborted) return interruption.abort();
  warn("interrupted: the team is told to finish with what it has; once more stops it");
  finish.abort();
  setTimeout(() => interruption.abort(), interruptMilliseconds).unref();
});
process.on("SIGTERM", () => interruption.abort());
// Whoever reads the output may be gone; the run is not done for the output.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

process.exit(await main());

async function main(): Promise<number> {
  // Alone: anywhere else it may be a task.
  const [only, ...more] = process.argv.slice(2);
  if (more.length === 0 && (only === "--help" || only === "-h")) {
    const { usage } = await import("./usage.ts");
    process.stdout.write(usage);
    return exitCodes.answered;
  }
  if (more.length === 0 && only === "--version") {
    process.stdout.write(`${packageJson.version}\n`);
    return exitCodes.answered;
  }
  try {
    const { config, outputFile, prompt, promptFile, sessionId } = parseEngineArguments(process.argv.slice(2));
    const workspace = process.cwd();
    const outcome = await runTeam({
      config: await readConfig(config),
      prompt: prompt ?? readText(promptFile, "the prompt", maxPromptBytes),
      outputFile,
      sessionId,
      workspace,
      logBaseDirectory: logBaseDirectory(workspace),
      environment: Object.fromEntries(
        Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])),
      ),
      signal: interruption.signal,
      finish: finish.signal,
      deadline,
    });
    report(outcome, outputFile);
    return exitCodes[outcome.kind];
  } catch (error) {
    if (
      error instanceof ChildError ||
      error instanceof EngineContractError ||
      error instanceof ChildOrchestratorError
    ) {
      warn(`${error.message}. ${error.remedy}`);
      return exitCodes.badInput;
    }
    warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return exitCodes.failed;
  }
}

function logBaseDirectory(workspace: string): string {
  const named = process.env[environmentNames.logBaseDirectory] ?? "";
  return named === "" ? join(workspace, logLayout.massgen, logLayout.massgenLogs) : named;
}

/** A launcher's number; anything else is none. */
function readNumber(name: string): number | undefined {
  const text = process.env[name] ?? "";
  return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function report(outcome: TeamOutcome, outputFile: string): void {
  for (const { agentId, message } of outcome.failures) warn(`agent ${agentId} failed: ${message}`);
  const lines = [`LOG_DIR: ${outcome.attemptDirectory}`, `SESSION_ID: ${outcome.sessionId}`];
  if (outcome.kind === "answered")
    lines.push(`OUTPUT_FILE: ${outputFile}`, `ANSWERED_BY: ${outcome.agentId}`);
  else warn(outcome.reason);
  process.stdout.write(`${lines.join("\n")}\n`);
}

function warn(message: string): void {
  process.stderr.write(`retinue-child: ${hideUrlCredentials(message)}\n`);
}
