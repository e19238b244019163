import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dockerEngine, eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { noEngine, skipped } from "./watch-program.ts";

const repository = join(import.meta.dirname, "../../..");
const folder = join(repository, "docker");

// What a parent does: it has its outbox and its workspace, and nothing else of the host.
const parentProgram = `
  const fs = require("node:fs");
  const [base] = process.argv.slice(1);
  const workspace = base + "/workspace/a";
  const request = {
    version: 1, subagent_id: "a", request_id: "0123456789abcdef", task: "Who are you?",
    yaml_config: {
      agents: [{ id: "one", backend: { type: "command", command: ["sh", "-c", "echo an answer"] } }],
      orchestrator: { skip_voting: true, skip_final_presentation: true, max_new_answers_per_agent: 1 },
    },
    answer_file: workspace + "/answer.txt", workspace, timeout_seconds: 60, created_at: "2026-01-01T00:00:00Z",
  };
  fs.writeFileSync(base + "/outbox/request_a.json.tmp", JSON.stringify(request));
  fs.renameSync(base + "/outbox/request_a.json.tmp", base + "/outbox/request_a.json");
  const timer = setInterval(() => {
    if (!fs.existsSync(base + "/outbox/response_a.json")) return;
    clearInterval(timer);
    const response = JSON.parse(fs.readFileSync(base + "/outbox/response_a.json", "utf8"));
    const socket = fs.existsSync("/var/run/docker.sock");
    const spool = fs.existsSync(base + "/../spool");
    console.log(JSON.stringify({ response, answer: fs.readFileSync(request.answer_file, "utf8"), socket, spool }));
  }, 50);
`;

describe.skipIf(noEngine !== undefined)(`the images and the compose file${skipped}`, () => {
  it(
    "a parent without the socket gets a run from the watcher in its container",
    { timeout: 240_000 },
    async () => {
      const { socket, image } = await dockerEngine();
      const docker = (args: string[], input?: Buffer) =>
        execFileSync("docker", ["-H", `unix://${socket}`, ...args], {
          ...(input !== undefined && { input }),
          env: { ...process.env, DOCKER_BUILDKIT: "0" },
          maxBuffer: 1 << 28,
        }).toString();
      const context = execFileSync("tar", ["c", "docker", "apps/child/dist", "apps/host-watcher/dist"], {
        cwd: repository,
        maxBuffer: 1 << 28,
      });
      for (const name of ["child", "watcher"]) {
        const file = `docker/${name}.Dockerfile`;
        docker(
          ["build", "-q", "-f", file, "--build-arg", `BASE=${image}`, "-t", `topology-${name}`, "-"],
          context,
        );
      }
      const base = temporaryDirectory("retinue-compose-");
      const at = (text: string) => text.replaceAll("/srv/retinue", base);
      mkdirSync(join(base, "spool"), { mode: 0o700 });
      for (const each of ["outbox", "workspace/a"])
        mkdirSync(join(base, "parent", each), { recursive: true });
      chownSync(join(base, "parent/workspace/a"), 1000, 1000);
      const config = at(readFileSync(join(folder, "watch.compose.yaml"), "utf8"));
      writeFileSync(join(base, "watch.yaml"), config.replace("retinue-child:local", "topology-child"));
      const { services } = parse(readFileSync(join(folder, "compose.yaml"), "utf8"));
      const volumes = (service: string) =>
        (services[service].volumes as string[]).flatMap((volume) => [
          "-v",
          at(volume)
            .replace(/^\/var\/run\/docker.sock/, socket)
            .replace("./watch.compose.yaml", `${base}/watch.yaml`),
        ]);
      const { network_mode } = services.watcher;
      const run = ["run", "--network", network_mode as string];
      const watcher = docker([...run, "-d", ...volumes("watcher"), "topology-watcher"]).trim();
      onTestFinished(() => void docker(["rm", "-f", watcher]));
      const parent = ["--rm", ...volumes("parent"), image, "node", "-e", parentProgram, `${base}/parent`];
      const seen = JSON.parse(docker([...run, ...parent]));
      expect(seen).toMatchObject({
        response: { status: "completed", exit_code: 0 },
        answer: expect.stringContaining("an answer"),
        socket: false,
        spool: false,
      });
      // As compose.yaml's host decides: plain binds, compared by the gate before anything ran.
      const receipt = JSON.parse(readFileSync(join(base, "parent/outbox/receipt_a.json"), "utf8"));
      expect(receipt.policy).toMatchObject({
        network: "none",
        user: "1000:1000",
        mounts: [{ target: "/workspace", type: "bind", source: join(base, "parent/workspace/a") }, {}],
      });
      expect(receipt.policy.entrypoint.join(" ")).toContain("retinue-gate");
      const launcher = readFileSync(join(base, "spool/launcher"), "utf8");
      const left = () => docker(["ps", "-aq", "--filter", `label=io.retinue.launcher=${launcher}`]);
      await eventually("nothing left", () => left() === "");
    },
  );
});
