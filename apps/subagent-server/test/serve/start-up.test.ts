import { eventually, temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

const writing =
  /O_WRONLY|O_RDWR|O_CREAT|mkdir|rename|unlink|\blink(at)?\(|chmod|chown|truncate|utime|mknod|socket|connect/;

function hasStrace(): boolean {
  try {
    execFileSync("strace", ["-o", "/dev/null", "true"]);
    return true;
  } catch {
    return false;
  }
}

interface StartUp {
  readonly what: string;
  readonly flags: (workspace: string) => string[];
  readonly messages: readonly object[];
  /** Paths inside the workspace that may be looked at, from its root. */
  readonly mayRead: readonly string[];
}

test.for<StartUp>([
  {
    what: "starting reads nothing but code",
    flags: (workspace) => ["--coordination-config-file", join(workspace, "named-by-a-flag.json")],
    messages: [initialize],
    mayRead: [],
  },
  {
    what: "listing the tools reads the configuration and the profiles besides",
    flags: () => [],
    messages: [initialize, { jsonrpc: "2.0", id: 2, method: "tools/list" }],
    mayRead: [".", "retinue.yaml", ".agent/subagent_types"],
  },
])("$what, makes nothing and starts nothing", async ({ flags, messages, mayRead }, { skip }) => {
  skip(!hasStrace(), "strace cannot be used here");
  const workspace = parentWorkspace();
  const elsewhere = temporaryDirectory();
  const trace = join(elsewhere, "trace");
  const server = rawServer({
    cwd: workspace,
    args: [...flags(workspace), "--log-directory", join(elsewhere, "logs")],
    // V8's code cache in the temporary directory is all that a start would write, and only once.
    env: { HOME: elsewhere, TMPDIR: elsewhere, NODE_DISABLE_COMPILE_CACHE: "1" },
    under: ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=%file,%process,%network", "-o", trace],
  });
  for (const message of messages) server.send(message);
  await eventually("the last reply", () => replyOf(server, messages.length));
  server.process.stdin?.end();
  expect(await server.exited).toEqual([0, null]);

  const calls = readFileSync(trace, "utf8").split("\n");
  expect(calls.length).toBeGreaterThan(50);
  expect(
    calls.filter((line) => writing.test(line.replace(/"[^"]*"/g, '""')) && !line.includes('"/dev/null"')),
  ).toEqual([]);
  expect(calls.filter((line) => line.includes("execve(")).length).toBe(1);
  expect(calls.filter((line) => /\b(v?fork|clone3?)\(/.test(line) && !line.includes("CLONE_THREAD"))).toEqual(
    [],
  );
  const read = calls
    .filter((line) => line.includes(workspace) || line.includes(elsewhere))
    .filter((line) => !/getcwd|execve|readlink/.test(line))
    .map((line) => /"([^"]*?)(?:\/\.)?"/.exec(line)?.[1]);
  expect([...new Set(read)].toSorted()).toEqual(mayRead.map((path) => join(workspace, path)).toSorted());
  expect(globSync("**", { cwd: workspace }).toSorted()).toEqual([".", "retinue.yaml"]);
  expect(server.stderr()).toBe("");
});

test("what has no effect is said on stderr, and stdout carries nothing but the protocol", async () => {
  const server = rawServer({ cwd: parentWorkspace(), args: ["--hook-dir", "/hooks", "--runtime-mode", ""] });
  server.send(initialize);
  server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  server.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  await eventually("the tools", () => replyOf(server, 2));
  expect(server.stderr()).toBe("retinue-mcp: --hook-dir has no effect: hooks are not supported\n");
  const lines = server.stdout().trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
});

test("a flag that cannot be is refused with exit 2, on stderr", async () => {
  const server = rawServer({ cwd: temporaryDirectory(), args: ["--agents", "x"] });
  expect(await server.exited).toEqual([2, null]);
  expect(server.stdout()).toBe("");
  expect(server.stderr()).toMatch(/^retinue-mcp: Unknown option '--agents'.*--agent-id/);
});

test("a client that does not want stderr is served all the same", async () => {
  const server = rawServer({ cwd: parentWorkspace(), args: ["--default-timeout", "900"] });
  server.process.stderr?.destroy();
  server.send(initialize);
  // The first call warns that the maximum was raised.
  server.send(call(2, "list_subagents"));
  expect(await eventually("the list", () => replyOf(server, 2))).toMatchObject({ isError: false });
  server.send(call(3, "list_subagents"));
  expect(await eventually("another list", () => replyOf(server, 3))).toMatchObject({ isError: false });
});
