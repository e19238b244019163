import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";

const stormSeconds = process.env["RETINUE_LONG"] === undefined ? 3 : 30;
const repository = join(import.meta.dirname, "../../../..");
const hostSide = [
  "packages/launch-watcher",
  "packages/delegation-protocol",
  "packages/contained-fs",
  "apps/host-watcher",
];

/** Sources of the host's side in which a pattern occurs. */
function sourcesWith(pattern: RegExp): string[] {
  const files = hostSide.flatMap((each) => globSync(`${each}/src/**/*.ts`, { cwd: repository }));
  expect(files.length).toBeGreaterThan(50);
  return files.filter((file) => pattern.test(readFileSync(join(repository, file), "utf8")));
}

function precious(directory: string): string[] {
  const paths = ["one", "two"].map((name) => join(directory, name));
  for (const path of paths) writeFileSync(path, "precious");
  return paths;
}

describe.skipIf(noEngine !== undefined)(`what others wrote${skipped}`, () => {
  it(
    `attack 20: in ${stormSeconds} s of directories that become links, nothing behind them is deleted`,
    { timeout: 240_000 },
    async () => {
      const watched = await watchedOutbox();
      const outside = temporaryDirectory("retinue-outside-");
      precious(outside);
      const names = ["request_a.json", "cancel_a", "response_a.json"].map((name) =>
        join(watched.outbox, name),
      );
      for (const name of names) {
        mkdirSync(join(name, "inside"), { recursive: true });
        precious(join(name, "inside"));
      }
      const program = join(import.meta.dirname, "../programs/link-storm.mjs");
      const storm = spawn(process.execPath, [program, join(watched.outbox, "request_b.json"), outside], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void storm.kill("SIGKILL"));
      await once(storm.stdout, "data");
      const watcher = await watched.start();
      const begun = performance.now();
      const refused = () => watched.events.filter(({ event }) => event === "refused");
      // On a machine that is too busy for the storm it goes on until it was met, up to a minute.
      const isMet = () => refused().length > 1 || performance.now() > begun + 60_000;
      while (performance.now() < begun + stormSeconds * 1000 || !isMet()) await watcher.answerPending();
      const ended = once(storm, "exit");
      storm.kill("SIGKILL");
      await ended;
      // Without what the storm left: a link may be among it, and the listing follows it.
      const paths = readdirSync(watched.outbox, { recursive: true }).map(String);
      const left = paths.filter((path) => !path.includes("request_b") && /inside.(?:one|two)$/.test(path));
      expect(left).toHaveLength(2 * names.length);
      expect(readdirSync(outside)).toEqual(["one", "two"]);
      expect(refused().length).toBeGreaterThan(1);
    },
  );

  it("attack 20: a workspace that is lent and given back keeps its owner's files, and links change no owner", async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("a", 0);
    const outside = temporaryDirectory("retinue-outside-");
    const kept = precious(outside);
    symlinkSync(outside, join(workspace, "directory"));
    symlinkSync(kept[0] ?? "", join(workspace, "file"));
    const script = "cat /workspace/file; echo made > /workspace/made; echo done";
    await watched.start();
    watched.put(watched.request("a", { yaml_config: team(script) }));
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    for (const path of kept) expect(lstatSync(path).uid).toBe(0);
    expect(readFileSync(join(workspace, "made"), "utf8")).toBe("made\n");
    expect(lstatSync(join(workspace, "directory")).isSymbolicLink()).toBe(true);
  });

  it(`attack 22: nothing that lies in a workspace is executed on the host ${verifies("HOST-EXECUTES-NOTHING")}`, async () => {
    const watched = await watchedOutbox();
    const workspace = watched.workspace("a");
    const canary = join(temporaryDirectory("retinue-canary-"), "sang");
    const song = join(workspace, "sing.sh");
    writeFileSync(song, `#!/bin/sh\necho sang > ${canary}\n`);
    chmodSync(song, 0o755);
    execFileSync("git", ["init", "-q", workspace]);
    execFileSync("git", ["config", "--file", join(workspace, ".git/config"), "core.fsmonitor", song]);
    mkdirSync(join(workspace, ".git/hooks"), { recursive: true });
    for (const hook of ["post-checkout", "pre-commit", "post-index-change", "reference-transaction"]) {
      symlinkSync(song, join(workspace, ".git/hooks", hook));
    }
    const scripts = { preinstall: song, install: song, prepare: song, test: song };
    writeFileSync(join(workspace, "package.json"), JSON.stringify({ name: "a", version: "1.0.0", scripts }));
    writeFileSync(join(workspace, ".npmrc"), `node-options=--require=${song}\n`);
    for (const name of ["git", "npm", "node", "chown", "docker"]) symlinkSync(song, join(workspace, name));
    const watcher = await watched.start();
    watched.put(watched.request("a"));
    watched.put(watched.request("b", { workspace, answer_file: join(workspace, "b.txt") }));
    await watcher.answerPending();
    for (const id of ["a", "b"]) await watched.response(id);
    expect(existsSync(canary)).toBe(false);
    // That it can sing at all: what a careless host does.
    const trusting = {
      ...process.env,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
    };
    execFileSync("git", ["-C", workspace, "status"], { env: trusting, stdio: "ignore" });
    expect(existsSync(canary)).toBe(true);
  });
});

it("attack 20: the host deletes trees only where it alone writes", () => {
  expect(
    sourcesWith(/recursive: true, force|force: true, recursive|rmdirSync\([^)]*recursive/).toSorted(),
  ).toEqual([
    "packages/launch-watcher/src/diagnose/trial-place.ts",
    "packages/launch-watcher/src/request/run-inputs.ts",
  ]);
});

it("attack 22: the host starts no program at all", () => {
  expect(sourcesWith(/child_process|worker_threads|\bexeca\b/)).toEqual([]);
});

it(`attack 7: the host has no YAML parser but for its operator's own file ${verifies("HOST-JSON")}`, () => {
  expect(sourcesWith(/from "(?:yaml|js-yaml)"/)).toEqual(["apps/host-watcher/src/read-document.ts"]);
  const callers = sourcesWith(/readDocument\(/).map((file) => relative("apps/host-watcher/src", file));
  expect(callers.toSorted()).toEqual(["main.ts", "read-document.ts"]);
});
