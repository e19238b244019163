import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  clusterShare,
  dockerEngine,
  eventually,
  kubernetesCluster,
  noDockerEngine,
  suiteEngines,
  temporaryDirectory,
  type EngineName,
} from "@retinue/testkit";
import { beforeAll, onTestFinished, vi } from "vitest";

const main = join(import.meta.dirname, "../src/main.ts");

/** Undefined, or why tests with containers are skipped. */
export const noEngine = noDockerEngine(process.env["RETINUE_REQUIRE_ALL"]);
export const skipped = noEngine === undefined ? "" : ` (skipped: ${noEngine})`;

export const engines = suiteEngines(process.env);

// The engine and its image take a moment, and so do containers on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });
beforeAll(async () => {
  if (noEngine === undefined) await dockerEngine();
});

/** retinue-watch as a process; `added` to our own variables. */
export function watchProgram(args: readonly string[], added: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, ...added };
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"], env });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.stderr += chunk.toString()));
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...said }));
  return { child, said, ended };
}

/** The example's configuration in directories of the test, and a request of its parent. */
export async function place(engine: EngineName = "docker") {
  const directory = temporaryDirectory("retinue-watch-");
  chmodSync(directory, 0o711);
  const { image, ...settings } = await (engine === "docker" ? ofDocker() : ofCluster(directory));
  const base = join(directory, "parent");
  const workspace = join(base, "workspace/a");
  for (const each of ["outbox", "workspace/a"]) mkdirSync(join(base, each), { recursive: true });
  chownSync(workspace, 1000, 1000);
  const spool = join(directory, "spool");
  mkdirSync(spool, { mode: 0o700 });
  const example = readFileSync(join(import.meta.dirname, "../examples/watch.yaml"), "utf8")
    .replaceAll("/srv/retinue/parent", base)
    .replace("/var/lib/retinue/spool", spool)
    .replace("retinue-child:local", image);
  const config = join(directory, "watch.yaml");
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  writeFileSync(config, `${example}${lines.join("")}`);
  const response = join(base, "outbox/response_a.json");
  return {
    config,
    spool,
    workspace,
    requestFile: join(base, "outbox/request_a.json"),
    request: {
      version: 1,
      subagent_id: "a",
      request_id: "0123456789abcdef",
      task: "What is there?",
      yaml_config: {
        agents: [
          { id: "one", backend: { type: "command", command: ["sh", "-c", "sleep 1; echo an answer"] } },
        ],
        orchestrator: { skip_voting: true, skip_final_presentation: true, max_new_answers_per_agent: 1 },
      },
      answer_file: join(workspace, "answer.txt"),
      workspace,
      timeout_seconds: 60,
      created_at: "2026-01-01T00:00:00Z",
    },
    response: () =>
      eventually("the response", () => existsSync(response) && JSON.parse(readFileSync(response, "utf8"))),
  };
}

/** What a configuration says of each engine. */
async function ofDocker() {
  const { socket, image } = await dockerEngine();
  return { image, docker_socket: socket };
}

async function ofCluster(shared: string) {
  const kubeconfig = join(temporaryDirectory(), "config");
  const share = await clusterShare(await kubernetesCluster(), { shared, kubeconfig });
  onTestFinished(() => share.end());
  return share.config;
}
