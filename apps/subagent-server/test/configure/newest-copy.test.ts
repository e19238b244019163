import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listNames } from "@retinue/contained-fs";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { newestCopy } from "../../src/configure/newest-copy.ts";

function copies(...agents: readonly [agent: string, seconds: number, place: (path: string) => void][]) {
  const directory = temporaryDirectory();
  for (const [agent, seconds, place] of agents) {
    const path = join(directory, agent, ".massgen/subagent_mcp/agents.json");
    mkdirSync(dirname(path), { recursive: true });
    place(path);
    if (seconds > 0) utimesSync(path, seconds, seconds);
  }
  return directory;
}

const text = (content: string) => (path: string) => writeFileSync(path, content);

test("the newest copy is taken; what agents put in its place is none", () => {
  const outside = join(temporaryDirectory(), "agents.json");
  writeFileSync(outside, "outside");
  const directory = copies(
    ["agent1", 100, text("older")],
    ["agent2", 200, text("newer")],
    ["agent3", 0, (path) => symlinkSync(outside, path)],
    ["agent4", 0, (path) => execFileSync("mkfifo", [path])],
    [".hidden", 300, text("hidden")],
  );
  symlinkSync(dirname(outside), join(directory, "agent5"));
  expect(newestCopy("agents.json", directory)).toEqual({
    path: join(directory, "agent2/.massgen/subagent_mcp/agents.json"),
    text: "newer",
  });
});

test("there is none without a directory, in an empty one, and for one that is too large", () => {
  expect(newestCopy("agents.json", undefined)).toBeUndefined();
  expect(newestCopy("agents.json", "/nowhere")).toBeUndefined();
  expect(newestCopy("agents.json", temporaryDirectory())).toBeUndefined();
  expect(newestCopy("agents.json", copies(["a", 1, text("x".repeat(2_000_000))]))).toBeUndefined();
});

test("of more directories than a team has agents 100 are looked into", () => {
  const directory = temporaryDirectory();
  for (let n = 0; n < 150; n += 1) mkdirSync(join(directory, `agent${n}`));
  // In the order in which the file system lists them.
  const names = listNames(directory, { maxEntries: 150 });
  const put = (agent: string | undefined) => {
    const path = join(directory, agent ?? "", ".massgen/subagent_mcp/agents.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "found");
  };
  put(names[100]);
  expect(newestCopy("agents.json", directory)).toBeUndefined();
  put(names[99]);
  expect(newestCopy("agents.json", directory)).toMatchObject({ text: "found" });
});
