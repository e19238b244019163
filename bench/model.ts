/**
 * What retinue-child adds to a model that answers at once: a quick run of one agent against MassGen's
 * with the same configuration and against one bare HTTP call, and its peak memory with each SDK.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { installedProgram } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { median } from "./probe/median.ts";

const rounds = 15;
const warmUp = 2;
const program = join(import.meta.dirname, "../apps/child/dist/main.js");
const directory = mkdtempSync(join(tmpdir(), "retinue-bench-"));
const answer = { toolCalls: [{ name: "new_answer", arguments: { content: "Forty-two." } }] };
const api = await startVendorApi({ respond: () => answer });
const massgen = installedProgram("massgen");
const environment = {
  PATH: `${dirname(massgen.path)}:${process.env["PATH"]}`,
  HOME: directory,
  VIRTUAL_ENV: dirname(dirname(massgen.path)),
  OPENAI_API_KEY: "none",
  ANTHROPIC_API_KEY: "none",
  GEMINI_API_KEY: "none",
};

try {
  const types = { chatcompletion: "/v1", openai: "/v1", claude: "", gemini: "" };
  const backends = Object.entries(types).map(([type, path]) => backendOf(type, `${api.url}${path}`));
  for (const backend of backends) writeConfig(backend.type, [backend]);
  writeConfig("all four", backends);

  const times = { bare: [] as number[], child: [] as number[] };
  for (let round = -warmUp; round < rounds; round++) {
    const bare = await timed(bareCall);
    const child = await timed(() => run(process.execPath, [program, ...flags("chatcompletion")]));
    if (round < 0) continue;
    times.bare.push(bare);
    times.child.push(child);
  }
  const [bare, child] = [median(times.bare), median(times.child)];
  console.log(`one agent in a quick run with an instant model, medians of ${rounds}:`);
  console.log(`  a bare HTTP call of the model:      ${bare.toFixed(1)} ms`);
  console.log(`  retinue-child with that one call:   ${child.toFixed(1)} ms`);
  if (massgen.missing === undefined) {
    const theirs = await timed(() => run(massgen.path, flags("chatcompletion")));
    console.log(`  massgen, same configuration, once:  ${theirs.toFixed(1)} ms`);
    console.log(`  retinue-child is ${(theirs / child).toFixed(0)} times as fast (aim: 30 times or more)`);
    console.log(
      `  retinue-child, its time as a part of massgen's: ${(child / theirs).toFixed(4)} (aim: at most 0.0333)`,
    );
  } else console.log(`  massgen: SKIPPED, ${massgen.missing}`);
  for (const type of Object.keys(types)) {
    const megabytes = await peakMegabytes(type);
    console.log(`  peak memory with the SDK of ${type}: ${megabytes.toFixed(1)} MB (aim: under 110)`);
  }
  console.log(`  with all four in one team:          ${(await peakMegabytes("all four")).toFixed(1)} MB`);
} finally {
  await api.stop();
  rmSync(directory, { recursive: true, force: true });
}

function backendOf(type: string, base_url: string) {
  const cwd = join(directory, `agent_${type}`);
  return { type, model: "instant", base_url, cwd, exclude_file_operation_mcps: true };
}

/** JSON, which is YAML, as a launcher generates it. */
function writeConfig(name: string, backends: readonly { readonly type: string }[]): void {
  const config = {
    agents: backends.map((backend) => ({ id: backend.type, backend })),
    orchestrator: {
      snapshot_storage: join(directory, "snapshots"),
      agent_temporary_workspace: join(directory, "temp"),
      coordination: { enable_subagents: false },
      max_new_answers_per_agent: 1,
      skip_final_presentation: true,
      skip_voting: true,
    },
  };
  writeFileSync(join(directory, `${name}.yaml`), JSON.stringify(config, undefined, 2));
}

function flags(name: string): string[] {
  return ["--config", `${name}.yaml`, "--automation", "--output-file", "answer.txt", "What is it?"];
}

async function bareCall(): Promise<void> {
  const messages = [{ role: "user", content: "What is it?" }];
  const body = JSON.stringify({ model: "instant", stream: true, messages });
  await (await fetch(`${api.url}/v1/chat/completions`, { method: "POST", body })).text();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The server lives in this process, so it must not be blocked. */
async function run(file: string, args: readonly string[]): Promise<void> {
  rmSync(join(directory, "answer.txt"), { force: true });
  const child = spawn(file, args, { cwd: directory, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${output.slice(-2000)}${errors.slice(-2000)}`);
  const said = readFileSync(join(directory, "answer.txt"), "utf8");
  if (!said.includes("Forty-two.")) throw new Error(`${file} answered ${said}`);
}

/** As the process itself counts it when it exits. */
async function peakMegabytes(type: string): Promise<number> {
  const report = join(directory, "peak");
  const source = `import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(${JSON.stringify(report)},String(process.resourceUsage().maxRSS)))`;
  const probe = `data:text/javascript,${encodeURIComponent(source)}`;
  await run(process.execPath, ["--import", probe, program, ...flags(type)]);
  return (Number(readFileSync(report, "utf8")) * 1024) / 1e6;
}
