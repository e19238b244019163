import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";

// Start of a process to its answer to `initialize`, as ratios of medians of one run, alternating.
const rounds = Number(process.env["ROUNDS"] ?? 25);
const app = join(import.meta.dirname, "..");
const server = join(app, "dist/main.js");
if (!existsSync(server)) throw new Error(`${server} is missing: build the repository first`);

const directory = mkdtempSync(join(tmpdir(), "retinue-bench-"));
const minimal = await buildMinimalServer(directory);
const request = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
})}\n`;
// Bare node answers the same line to the same request, without reading it as a protocol.
const bare = `process.stdin.once("data", () => { process.stdout.write('{"result":{}}\\n'); process.stdin.destroy(); })`;
const candidates = {
  "retinue-mcp": [server],
  "smallest server of the same SDK": [minimal],
  "bare node": ["-e", bare],
};
const names = Object.keys(candidates) as (keyof typeof candidates)[];
const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
  keyof typeof candidates,
  number[]
>;

for (let round = -3; round < rounds; round += 1) {
  for (const name of names) {
    const milliseconds = await timeToAnswer(candidates[name]);
    if (round >= 0) times[name].push(milliseconds);
  }
}
rmSync(directory, { recursive: true });

const own = median(times["retinue-mcp"]);
const ratio = (name: keyof typeof candidates) => (own / median(times[name])).toFixed(2);
console.log(`start to answered initialize, medians of ${rounds}:`);
for (const name of names) console.log(`  ${name.padEnd(32)} ${median(times[name]).toFixed(1)} ms`);
console.log(
  `start to initialize, against the smallest server: ${ratio("smallest server of the same SDK")} (aim: at most 1.15)`,
);
console.log(`start to initialize, against bare node: ${ratio("bare node")}`);

function timeToAnswer(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd: directory, stdio: ["pipe", "pipe", "inherit"] });
    let answered: number | undefined;
    child.stdout.on("data", (chunk: Buffer) => {
      if (answered !== undefined || !chunk.includes('"result"')) return;
      answered = performance.now() - start;
      child.stdin.end();
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (answered === undefined) reject(new Error(`${args[0]} ended with ${code} and no answer`));
      else resolve(answered);
    });
    child.stdin.write(request);
  });
}

/** Bundled and started as an app is, so that only what the servers do makes the difference. */
async function buildMinimalServer(target: string): Promise<string> {
  const bundle = await rolldown({ input: join(app, "test/programs/minimal-server.ts"), platform: "node" });
  await bundle.write({ dir: join(target, "bundle"), format: "esm" });
  const start = join(target, "start.mjs");
  writeFileSync(
    start,
    'import { enableCompileCache } from "node:module";\nenableCompileCache();\nawait import("./bundle/minimal-server.js");\n',
  );
  return start;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
