import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { resolveContextPaths } from "../../src/prepare/context-paths.ts";

/** A workspace, and an engine's socket outside of it that the environment names. */
async function place() {
  const root = temporaryDirectory();
  const socket = join(root, "run/engine/engine.sock");
  const workspace = join(root, "ws");
  for (const directory of [dirname(socket), join(root, "run/other"), workspace])
    mkdirSync(directory, { recursive: true });
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(socket, listening));
  const environment = { DOCKER_HOST: `unix://${socket}` };
  return { root, socket, workspace, rules: { workspace, logDirectory: join(root, "logs"), environment } };
}

test("the engine's socket is refused by any name, with every directory above it, and nothing beside it", async () => {
  const { root, socket, workspace, rules } = await place();
  linkSync(socket, join(workspace, "plain"));
  symlinkSync(dirname(socket), join(workspace, "link"));
  for (const path of [socket, "plain", "link", dirname(socket), join(root, "run"), root]) {
    expect(() => resolveContextPaths([path], rules)).toThrow(/Docker socket/);
  }
  writeFileSync(join(root, "run/engine/notes.md"), "");
  for (const path of [workspace, join(root, "run/other"), join(root, "run/engine/notes.md")]) {
    expect(resolveContextPaths([path], rules)).toEqual([path]);
  }
});

test("the rootless engine's socket is found where it is", async () => {
  const { root, rules } = await place();
  const path = join(root, "run/other");
  const environment = { XDG_RUNTIME_DIR: path };
  expect(resolveContextPaths([path], { ...rules, environment })).toEqual([path]);
  writeFileSync(join(path, "docker.sock"), "");
  expect(() => resolveContextPaths([path], { ...rules, environment })).toThrow(/Docker socket/);
});

test("the standard socket's directory is refused, by both its names, also while no engine runs", async () => {
  const { rules } = await place();
  for (const path of ["/var/run", "/run"]) {
    expect(() => resolveContextPaths([path], { ...rules, environment: {} })).toThrow(/Docker socket/);
  }
});

test("a directory above it is refused where it is mounted elsewhere", async (context) => {
  const { root, workspace, rules } = await place();
  const elsewhere = join(workspace, "elsewhere");
  mkdirSync(elsewhere);
  try {
    execFileSync("mount", ["--bind", join(root, "run"), elsewhere], { stdio: "pipe" });
  } catch (error) {
    const reason = `nothing can be mounted: ${(error as Error).message.trim()}`;
    if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(reason, { cause: error });
    context.skip(reason);
  }
  onTestFinished(() => void execFileSync("umount", ["-l", elsewhere]));
  expect(() => resolveContextPaths([elsewhere], rules)).toThrow(/Docker socket/);
});
