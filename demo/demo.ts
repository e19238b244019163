/**
 * The demo: real subagents on this repository's own files, one of them cut off at its deadline and
 * still delivering. Needs no key and no network. Exits 0 only when one subagent is `completed`, one
 * was recovered with an answer, and no process is left behind.
 */
import type { SubagentResult } from "@retinue/status-model";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { demoTasks } from "./run/demo-tasks.ts";
import { processesOf } from "./run/processes-of.ts";
import { spawnThroughMcp } from "./run/spawn-through-mcp.ts";
import { writeWorkspace } from "./run/write-workspace.ts";
import { progressView } from "./show/progress-view.ts";
import { resultTable } from "./show/result-table.ts";

const repository = join(import.meta.dirname, "..");
const server = join(repository, "apps/subagent-server/dist/main.js");
const workspace = writeWorkspace(repository);

console.log(`Three subagents, each a team of three programs, on the files of ${repository}.`);
console.log(`Workspace: ${workspace} (configuration: retinue.yaml in it)\n`);

const view = progressView(
  demoTasks.map(({ subagent_id }) => subagent_id),
  process.stdout,
);
const logged: string[] = [];
const results = await spawnThroughMcp({
  server,
  workspace,
  tasks: demoTasks,
  onProgress: view.update,
  onLog: (text) => logged.push(text),
}).finally(() => {
  view.end();
  process.stderr.write(logged.join(""));
});

console.log(`\n${resultTable(results, workspace)}\n`);
console.log("The programs call no model: they count the words of prompt and answer in place of tokens.");
for (const warning of new Set(results.flatMap((result) => result.warning ?? [])))
  console.log(`Warning: ${warning}`);
const [recovered] = results.filter(isRecovered);
if (recovered !== undefined) console.log(howRecovered(recovered));

const failures = [
  ...(results.some(({ status, answer }) => status === "completed" && answer)
    ? []
    : ["No subagent completed."]),
  ...(recovered === undefined ? ["No subagent was recovered with an answer."] : []),
  ...(await leftBehind()).map((line) => `Left behind: ${line}`),
];
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function isRecovered({ status, answer }: SubagentResult): boolean {
  return (status === "partial" || status === "completed_but_timeout") && Boolean(answer);
}

function howRecovered({ subagent_id, error, answer_source, log_path }: SubagentResult): string {
  const source =
    answer_source === undefined ? "" : `answer of ${answer_source.agent_id}, by ${answer_source.reason}`;
  const again = `node apps/cli/dist/main.js recover ${log_path}`;
  return `${subagent_id} was cut off (${error}) and recovered: ${source}. The same from the files alone: ${again}`;
}

/** A supervisor ends a moment after its run. */
async function leftBehind(): Promise<string[]> {
  for (let tries = 0; tries < 50 && processesOf(workspace).length > 0; tries++) await delay(100);
  return processesOf(workspace);
}
