/** What a server uses of a core while a hundred of its subagents run and nothing happens. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createSubagentManager } from "@retinue/runtime";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const children = Number(process.env["CHILDREN"] ?? 100);
const seconds = Number(process.env["SECONDS"] ?? 40);
// Of /proc/PID/stat, on every Linux.
const ticksPerSecond = 100;
const server = join(import.meta.dirname, "../dist/main.js");
if (!existsSync(server)) throw new Error(`${server} is missing: build the repository first`);

const directory = mkdtempSync(join(tmpdir(), "retinue-bench-idle-"));
const workspace = join(directory, "workspace");
const team = { agents: [{ id: "agent", backend: { type: "command", command: ["true"] } }] };
const engine = `#!/bin/sh
[ -n "$RETINUE_RUN" ] || exit 0
attempt=$MASSGEN_LOG_BASE_DIR/log_20260102_030405_000001/turn_1/attempt_1
mkdir -p "$attempt"
echo '{"meta": {}, "coordination": {"phase": "initial_answer"}}' > "$attempt/status.json"
exec sleep 900
`;
mkdirSync(join(directory, "bin"));
mkdirSync(workspace);
writeFileSync(join(directory, "bin/massgen"), engine, { mode: 0o755 });
// JSON is YAML.
writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(team));

const limits = ["--max-concurrent", `${children}`, "--default-timeout", "600"];
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [server, "--engine", "massgen", "--runtime-mode", "inherited", ...limits],
  cwd: workspace,
  env: { PATH: `${join(directory, "bin")}:${process.env["PATH"] ?? ""}`, HOME: directory },
});
const client = new Client({ name: "bench", version: "1" });
await client.connect(transport);
const tasks = Array.from({ length: children }, (_, index) => ({
  task: "Wait.",
  subagent_id: `idle_${index}`,
}));
await client.callTool({ name: "spawn_subagents", arguments: { tasks, background: true } });
const statusFiles = ".massgen/massgen_logs/log_*/turn_1/attempt_1/subagents/*/full_logs/status.json";
while (globSync(statusFiles, { cwd: workspace }).length < children) await delay(500);
// What follows a start has been done by then.
await delay(10_000);

const used = processorSeconds();
const began = performance.now();
await delay(seconds * 1000);
const share = (processorSeconds() - used) / ((performance.now() - began) / 1000);
console.log(`a server with ${children} running children and nothing to do, over ${seconds} s:`);
console.log(`  idle with ${children} children, of a core: ${(share * 100).toFixed(2)} % (aim: under 1 %)`);

await client.close();
await using manager = createSubagentManager({ workspace, environment: {} });
await Promise.all(tasks.map(({ subagent_id }) => manager.cancel(subagent_id)));
rmSync(directory, { recursive: true, force: true });

function processorSeconds(): number {
  const text = readFileSync(`/proc/${transport.pid ?? 0}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
