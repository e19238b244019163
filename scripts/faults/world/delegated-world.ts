import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { dockerEngine } from "../../../packages/testkit/src/docker/docker-engine.ts";
import { serverProgram, type World } from "./world.ts";

/** The host of a world whose runs are delegated. */
export interface Host {
  readonly configFile: string;
  /** What is wrong with it when everything has ended. */
  problems(): Promise<string[]>;
}

/** Answers differ from run to run. */
const team = [
  {
    id: "solo",
    backend: { type: "command", command: ["sh", "-c", 'echo "answer $(cat /proc/sys/kernel/random/uuid)"'] },
  },
];
const gateShut = "126";
/** Containers are removed after the answer. */
const removedWithinMs = 90_000;

/** Makes a world one whose server believes to be in a container, with a host that serves its outbox. */
export async function delegatedWorld(world: World): Promise<{ world: World; host: Host }> {
  const { socket, image } = await dockerEngine(process.pid);
  const { base, workspace } = world;
  const [outbox, spool, configFile] = ["outbox", "spool", "watch.yaml"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(outbox, { mode: 0o700 });
  const roots = { workspace_roots: [join(workspace, "subagents")], context_roots: [workspace] };
  const outboxes = [{ name: "parent", directory: outbox, ...roots }];
  writeFileSync(configFile, JSON.stringify({ version: 1, spool, docker_socket: socket, image, outboxes }));
  writeFileSync(join(base, "retinue.yaml"), JSON.stringify({ agents: team }));
  const flags = [
    "--runtime-mode",
    "delegated",
    "--delegation-directory",
    outbox,
    "--config",
    join(base, "retinue.yaml"),
  ];
  const since = Math.floor(Date.now() / 1000);
  const docker = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)("docker", ["-H", `unix://${socket}`, ...args]);
    return stdout.split("\n").filter((line) => line !== "");
  };
  const left = async () => {
    const ours = `label=io.retinue.launcher=${readFileSync(join(spool, "launcher"), "utf8")}`;
    return [
      ...(await docker("ps", "-aq", "--filter", ours)).map((id) => `container ${id} is left`),
      ...(await docker("volume", "ls", "-q", "--filter", ours)).map((name) => `volume ${name} is left`),
      ...readdirSync(outbox)
        .filter((name) => name !== "watcher.alive" && !isDecided(readFileSync(join(outbox, name)), spool))
        .map((name) => `${name} is left in the outbox`),
    ];
  };
  const ranTwice = async () => {
    const ours = `label=io.retinue.launcher=${readFileSync(join(spool, "launcher"), "utf8")}`;
    const until = String(Math.ceil(Date.now() / 1000));
    const which = ["--since", String(since), "--until", until, "--filter", "event=die", "--filter", ours];
    const format = "{{.Actor.Attributes.name}} {{.Actor.Attributes.exitCode}}";
    const ended = (await docker("events", ...which, "--format", format)).map((line) => line.split(" "));
    const names = ended
      // One that found its gate shut has begun nothing, and is made again.
      .filter(([, code]) => code !== gateShut)
      .map(([name = ""]) => name)
      // Helpers of a request have its name and a word of their own.
      .filter((name) => /^retinue-[0-9a-f]+$/.test(name));
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `container ${name} ran twice`);
  };
  return {
    world: {
      ...world,
      start: {
        ...world.start,
        // A mount namespace of its own, in which a container's mark lies.
        command: "unshare",
        args: ["--mount", "sh", "-c", marked, "sh", process.execPath, serverProgram, ...flags, ...common],
      },
    },
    host: {
      configFile,
      async problems() {
        let found = await left();
        for (
          const until = performance.now() + removedWithinMs;
          found.length > 0 && performance.now() < until;
          found = await left()
        )
          await delay(200);
        return [...found, ...(await ranTwice())];
      },
    },
  };
}

const marked = 'mount -t tmpfs tmpfs /run && : >/run/.containerenv && exec "$@"';
const common = ["--max-concurrent", "3", "--min-timeout", "1", "--default-timeout", "120"];

/** Whether it is the response that was decided: published again, by a watcher that could not know it had been taken. */
function isDecided(response: Buffer, spool: string): boolean {
  return readdirSync(spool, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".resp"))
    .some((name) => readFileSync(join(spool, name)).equals(response));
}
