import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { dockerEngine, eventually, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { noEngine, skipped } from "./watch-program.ts";

const repository = join(import.meta.dirname, "../../..");
const folder = join(repository, "docker");
// Not that of other tests, which look for theirs in all that this engine has: the watcher has it in its environment.
const canary = "sk-of-the-compose-file-0123456789";

// What a parent does: it has its outbox and its workspace, and nothing else of the host.
const parentProgram = `
  const fs = require("node:fs");
  const [base, backend] = process.argv.slice(1);
  const workspace = base + "/workspace/a";
  const request = {
    version: 1, subagent_id: "a", request_id: "0123456789abcdef", task: "Who are you?",
    yaml_config: {
      agents: [{ id: "one", backend: JSON.parse(backend) }],
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

interface Service {
  readonly network_mode?: string;
  readonly command?: readonly string[];
  readonly volumes: readonly string[];
  readonly env_file?: readonly { readonly path: string }[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}
const { services } = parse(readFileSync(join(folder, "compose.yaml"), "utf8")) as {
  readonly services: Readonly<Record<"watcher" | "broker" | "parent", Service>>;
};

describe.skipIf(noEngine !== undefined)(`the images and the compose file${skipped}`, () => {
  let socket = "";
  let image = "";
  const docker = (args: string[], input?: Buffer) =>
    execFileSync("docker", ["-H", `unix://${socket}`, ...args], {
      ...(input !== undefined && { input }),
      env: { ...process.env, DOCKER_BUILDKIT: "0" },
      maxBuffer: 1 << 28,
    }).toString();

  beforeAll(async () => {
    ({ socket, image } = await dockerEngine());
    const context = execFileSync("tar", ["c", "docker", "apps/child/dist", "apps/host-watcher/dist"], {
      cwd: repository,
      maxBuffer: 1 << 28,
    });
    for (const name of ["child", "watcher"]) {
      const file = `docker/${name}.Dockerfile`;
      const build = ["build", "-q", "-f", file, "--build-arg", `BASE=${image}`, "-t", `topology-${name}`];
      docker([...build, "-"], context);
    }
  });

  /** Directories and files of a host, as compose.yaml's head says, and its services as it describes them. */
  function host(watch: string, replaced: (config: string) => string = (config) => config) {
    const base = temporaryDirectory("retinue-compose-");
    const at = (text: string) => text.replaceAll("/srv/retinue", base);
    for (const each of ["spool/broker", "parent/outbox", "parent/workspace/a"])
      mkdirSync(join(base, each), { recursive: true });
    for (const each of ["spool", "spool/broker"]) chmodSync(join(base, each), 0o700);
    chownSync(join(base, "parent/workspace/a"), 1000, 1000);
    const keys = join(base, "keys.env");
    writeFileSync(keys, `OPENAI_API_KEY=${canary}\n`);
    const config = at(readFileSync(join(folder, watch), "utf8"));
    writeFileSync(
      join(base, "watch.yaml"),
      replaced(config.replace("retinue-child:local", "topology-child")),
    );
    const flags = ({ network_mode = "host", ...service }: Service) => [
      // The engine of the tests has no bridge.
      "--network",
      network_mode,
      ...(service.read_only === true ? ["--read-only"] : []),
      ...(service.cap_drop ?? []).flatMap((each) => ["--cap-drop", each]),
      ...(service.security_opt ?? []).flatMap((each) => ["--security-opt", each]),
      ...(service.env_file ?? []).flatMap(() => ["--env-file", keys]),
      ...service.volumes.flatMap((volume) => [
        "-v",
        at(volume)
          .replace(/^\/var\/run\/docker.sock/, socket)
          .replace(/^\$\{WATCH_CONFIG.*?\}/, join(base, "watch.yaml")),
      ]),
    ];
    const start = (name: "watcher" | "broker") => {
      const command = (services[name].command ?? []).map(at);
      const id = docker(["run", "-d", ...flags(services[name]), "topology-watcher", ...command]).trim();
      onTestFinished(() => void docker(["rm", "-f", id]));
      return id;
    };
    const parent = async (backend: object) => {
      const program = ["node", "-e", parentProgram, `${base}/parent`, JSON.stringify(backend)];
      const asked = [
        "run",
        "--rm",
        ...flags({ ...services.parent, network_mode: "none" }),
        image,
        ...program,
      ];
      const { stdout } = await promisify(execFile)("docker", ["-H", `unix://${socket}`, ...asked]);
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    return { base, start, parent };
  }

  it(
    "a parent without the socket gets a run from the watcher in its container",
    { timeout: 240_000 },
    async () => {
      const { base, start, parent } = host("watch.compose.yaml");
      start("watcher");
      const backend = { type: "command", command: ["sh", "-c", "echo an answer"] };
      expect(await parent(backend)).toMatchObject({
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

  it(
    "with models: the broker's container alone has a network, and a watcher that is killed cuts no reply",
    { timeout: 240_000 },
    async () => {
      const goOn = Promise.withResolvers<void>();
      const text = "The first part of it, the second part, the end.";
      const vendor = await startVendorApi({ steps: [{ reply: { text, pausedUntil: goOn.promise } }] });
      onTestFinished(() => vendor.stop());
      const { base, start, parent } = host("watch.models.compose.yaml", (config) =>
        config.replace("https://api.openai.com", vendor.url),
      );
      const broker = start("broker");
      const watcher = start("watcher");
      const answered = parent({ type: "openai", model: "gpt-5-mini" });
      const drafts = join(base, "parent/workspace/a/.massgen/massgen_logs/*/*/*/.drafts/*.md");
      const begun = () => globSync(drafts).some((path) => readFileSync(path, "utf8").includes("The first"));
      await Promise.race([eventually("half of it has come", begun, 90), answered]);
      docker(["kill", watcher]);
      docker(["start", watcher]);
      goOn.resolve();
      expect(await answered).toMatchObject({
        response: { status: "completed", exit_code: 0, spent: { requests: 1, estimated: 0 } },
        answer: expect.stringContaining(text),
      });
      expect(vendor.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${canary}`]);
      expect(docker(["inspect", broker])).not.toContain(canary);
      expect(docker(["logs", broker])).not.toContain(canary);
    },
  );

  it(
    "a broker's container that is killed is found again, though its pid is the same",
    { timeout: 240_000 },
    async () => {
      const held = Promise.withResolvers<void>();
      const reply = { text: "Found after all." };
      const vendor = await startVendorApi({ steps: [{ reply, after: held.promise }, { reply }] });
      onTestFinished(() => vendor.stop());
      const { start, parent } = host("watch.models.compose.yaml", (config) =>
        config.replace("https://api.openai.com", vendor.url),
      );
      const broker = start("broker");
      start("watcher");
      const answered = parent({ type: "openai", model: "gpt-5-mini" });
      await Promise.race([eventually("it is asked", () => vendor.requests.length === 1, 90), answered]);
      docker(["kill", broker]);
      docker(["start", broker]);
      held.resolve();
      expect(await answered).toMatchObject({
        response: { status: "completed", spent: { requests: 2, estimated: 1 } },
        answer: expect.stringContaining(reply.text),
      });
    },
  );
});
