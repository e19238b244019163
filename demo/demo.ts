/**
 * The demo: real subagents through a real server. Without a flag, teams of programs on this
 * repository's own files, one of them cut off at its deadline and still delivering: no key, no
 * network. With `--model`, teams of a small language model, fetched at the first use. Exits 0 only
 * when everything came back as it should and no process is left behind.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { leftBehind } from "./run/left-behind.ts";
import { spawnThroughMcp } from "./run/spawn-through-mcp.ts";
import { writeWorkspace } from "./run/write-workspace.ts";
import { progressView } from "./show/progress-view.ts";
import { resultTable } from "./show/result-table.ts";
import { programs } from "./teams/programs.ts";

const { values: flags } = parseArgs({ options: { model: { type: "boolean", default: false } } });
const repository = join(import.meta.dirname, "..");
const repeated = /\(as before, \d+ times by now\)$/;
const demo = flags.model ? await (await import("./teams/model.ts")).model(repository) : programs(repository);
const workspace = writeWorkspace(repository, demo);

console.log(demo.introduction);
console.log(`Workspace: ${workspace} (configuration: retinue.yaml in it)\n`);

const view = await progressView(workspace, process.stdout);
const logged: string[] = [];
const results = await spawnThroughMcp({
  server: join(repository, "apps/subagent-server/dist/main.js"),
  workspace,
  tasks: demo.tasks,
  timeoutSeconds: 2 * demo.timeoutSeconds,
  onProgress: view.update,
  onLog: (text) => logged.push(text),
}).finally(async () => {
  await view.end();
  process.stderr.write(logged.join(""));
  await demo.stop();
});

console.log(`\n${resultTable(results, demo.tokens, process.stdout.columns ?? 100)}\n`);
console.log(`Each in ${join(workspace, "subagents/<subagent>/workspace")}\n`);
const { remarks, failures } = demo.judge(results);
for (const remark of remarks) console.log(remark);
// The server says a warning once, and counts it on the results that follow.
const warnings = new Set(
  results.flatMap(({ warning }) => warning ?? []).filter((each) => !repeated.test(each)),
);
for (const warning of warnings) console.log(`Warning: ${warning}`);

const left = await leftBehind(workspace);
const wrong = [...failures, ...left.map((line) => `Left behind: ${line}`)];
for (const line of wrong) console.error(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
