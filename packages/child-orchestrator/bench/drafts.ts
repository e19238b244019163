/**
 * What keeping drafts costs: ten agents that are models and stream 1 MB each, with their drafts kept and without.
 * Processor time of the engine, alternating: of each the lower quartile, which a busy machine moves least.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runTeam, type BackendRegistry } from "@retinue/child-orchestrator";
import { validateChildConfig } from "@retinue/engine-contract";
import { builtInBackends } from "../dist/ask/built-in-backends.js";

const rounds = 25;
const warmUp = 2;
const type = "chatcompletion";

/** The same agents, whose words go nowhere while they come. */
const withoutDrafts: BackendRegistry = {
  [type]: async () => {
    const make = await builtInBackends[type]?.();
    if (make === undefined) throw new Error(`there is no backend ${type}`);
    const nothing = () => {};
    return (agent) => {
      const backend = make(agent);
      return {
        respond: (request, stop) => {
          const { draft } = request;
          const none = {
            text: nothing,
            apart: nothing,
            note: nothing,
            tool: nothing,
            call: nothing,
            whereabouts: () => "",
          };
          return backend.respond(
            { ...request, draft: { ...none, usage: (usage) => draft.usage(usage) } },
            stop,
          );
        },
      };
    };
  },
};

const model = spawn(process.execPath, [join(import.meta.dirname, "probe/streaming-model.ts")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const directory = mkdtempSync(join(tmpdir(), "retinue-bench-"));
try {
  const url = await new Promise<string>((resolve) => {
    createInterface(model.stdout).once("line", resolve);
  });
  const times = { kept: [] as number[], none: [] as number[] };
  for (let round = -warmUp; round < rounds; round++) {
    // Each goes first as often as the other.
    const order = round % 2 === 0 ? (["kept", "none"] as const) : (["none", "kept"] as const);
    for (const which of order) {
      const time = await timed(url, which === "kept" ? {} : withoutDrafts, `${which}_${round}`);
      if (round >= 0) times[which].push(time);
    }
  }
  const [kept, none] = [lowerQuartile(times.kept), lowerQuartile(times.none)];
  console.log(`ten agents that stream 1 MB each, lower quartiles of ${rounds}:`);
  console.log(`  with drafts: ${kept.toFixed(0)} ms, without: ${none.toFixed(0)} ms`);
  console.log(
    `  a run whose drafts are kept against one without: ${(kept / none).toFixed(3)} (aim: at most 1.03)`,
  );
} finally {
  model.stdin.end();
  rmSync(directory, { recursive: true, force: true });
}

/** Milliseconds of processor time. */
async function timed(url: string, backends: BackendRegistry, name: string): Promise<number> {
  const workspace = mkdtempSync(join(directory, `${name}_`));
  const agents = Array.from({ length: 10 }, (_, index) => ({
    id: `agent_${index}`,
    backend: { type, model: "m", base_url: url },
  }));
  const quick = { max_new_answers_per_agent: 1, skip_final_presentation: true, skip_voting: true };
  const began = process.cpuUsage();
  const outcome = await runTeam({
    config: validateChildConfig({ agents, orchestrator: quick }),
    prompt: "Say a million characters.",
    outputFile: "answer.txt",
    workspace,
    logBaseDirectory: join(workspace, "logs"),
    environment: { OPENAI_API_KEY: "bench-key" },
    signal: AbortSignal.timeout(120_000),
    backends,
  });
  const { user, system } = process.cpuUsage(began);
  if (outcome.kind !== "answered") throw new Error(outcome.reason);
  rmSync(workspace, { recursive: true, force: true });
  return (user + system) / 1000;
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
}
