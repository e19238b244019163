import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished, vi } from "vitest";
import { copyWorkspace } from "../../src/record/copy-workspace.ts";
import { replaceFile } from "../../src/record/replace-file.ts";
import { agentSessions } from "../../src/session/agent-sessions.ts";
import { openSession } from "../../src/session/session-store.ts";

const gibi = 1024 ** 3;

it("copies so many entries and bytes of an agent's directory, and says that there is more", async () => {
  const [from, to] = [temporaryDirectory("retinue-from-"), join(temporaryDirectory("retinue-to-"), "copy")];
  writeFileSync(join(from, "answer.md"), "kept");
  writeFileSync(join(from, "sparse"), "");
  truncateSync(join(from, "sparse"), 8 * gibi);
  execFileSync("mkfifo", [join(from, "fifo")]);
  symlinkSync(".", join(from, "loop"));
  mkdirSync(join(from, "d/".repeat(70)), { recursive: true });
  const { leftOut } = await copyWorkspace(from, to);
  expect(readdirSync(to).toSorted()).toEqual(["answer.md", "d"]);
  expect(leftOut).toMatch(
    /^2 of its files and directories are not copied: .* 20000 entries and 1073741824 bytes.*sparse.*64 directories deep$/,
  );

  const wide = temporaryDirectory("retinue-wide-");
  for (let index = 0; index < 20_100; index++) writeFileSync(join(wide, `f${index}`), "");
  const copy = await copyWorkspace(wide, `${to}2`);
  expect(readdirSync(`${to}2`)).toHaveLength(20_000);
  expect(copy.leftOut).toMatch(/it holds more entries than are copied$/);
});

it("goes on copying for five minutes, and says what it left out then", async () => {
  const from = temporaryDirectory("retinue-slow-");
  for (const name of ["a", "b", "c"]) writeFileSync(join(from, name), name);
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const copyWithin = async (milliseconds: number) => {
    const to = join(temporaryDirectory("retinue-to-"), "copy");
    const copying = copyWorkspace(from, to);
    // All the time goes by before the first file.
    vi.advanceTimersByTime(milliseconds);
    const { leftOut } = await copying;
    return { names: readdirSync(to).toSorted(), leftOut };
  };
  expect(await copyWithin(299_000)).toEqual({ names: ["a", "b", "c"], leftOut: undefined });
  const late = await copyWithin(301_000);
  expect(late).toMatchObject({ names: [], leftOut: expect.stringContaining("time") });
});

it("copies what has a second name, as version control makes them, and nothing that a link leads to meanwhile", async () => {
  const [from, to] = [temporaryDirectory("retinue-from-"), join(temporaryDirectory("retinue-to-"), "copy")];
  writeFileSync(join(from, "object"), "kept");
  linkSync(join(from, "object"), join(from, "same"));
  symlinkSync("/etc/passwd", join(from, "linked"));
  mkdirSync(join(from, "node_modules"));
  expect(await copyWorkspace(from, to)).toEqual({ holdsAnything: true, leftOut: undefined });
  expect(readdirSync(to).toSorted()).toEqual(["object", "same"]);
  expect(readFileSync(join(to, "same"), "utf8")).toBe("kept");
});

it("follows nothing that lies where it writes a document", () => {
  const directory = temporaryDirectory("retinue-replace-");
  const outside = join(temporaryDirectory("retinue-outside-"), "kept");
  writeFileSync(outside, "kept");
  symlinkSync(outside, join(directory, "status.json.tmp"));
  execFileSync("mkfifo", [join(directory, "events.json.tmp")]);
  for (const name of ["status.json", "events.json"]) replaceFile(join(directory, name), "new");
  expect(readFileSync(outside, "utf8")).toBe("kept");
  expect(readFileSync(join(directory, "events.json"), "utf8")).toBe("new");
});

it("goes on with a session whose files were replaced by a FIFO and by links", () => {
  const workspace = temporaryDirectory("retinue-session-");
  const { id, directory } = openSession(workspace, undefined);
  for (const turn of ["turn_1", "turn_2"]) mkdirSync(join(directory, turn));
  execFileSync("mkfifo", [join(directory, "turn_1/answer.txt"), join(directory, "agent_sessions.json")]);
  symlinkSync("/etc/passwd", join(directory, "turn_2/answer.txt"));
  writeFileSync(join(directory, "turn_2/metadata.json"), '{"task": "x"}');
  expect(openSession(workspace, id).turns).toEqual([]);
  expect(agentSessions(directory).of("alpha")).toBeUndefined();
});
