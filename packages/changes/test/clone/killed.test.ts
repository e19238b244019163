import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { collectChanges } from "../../src/index.ts";
import { aRepository, changedBy, environment, git, writeFiles } from "../a-repository.ts";
import { killingGit } from "../killing-git.ts";

const program = new URL("../programs/prepare.ts", import.meta.url).pathname;

/** More than the making of a clone takes: the last is never come to. */
const calls = Array.from({ length: 10 }, (_, index) => index + 1);

describe.each(["before", "after"] as const)("killed %s the call of git that is number", (when) => {
  test.each(calls)("%i, there is no clone, and the parent's repository is as it was", async (call) => {
    const repository = aRepository({ a: "a\n", ".gitignore": "out\n" });
    writeFiles(repository, { a: "uncommitted\n" });
    const killing = killingGit(call, when);
    const prepare = (place: string, path = environment.PATH ?? "") =>
      spawnSync(process.execPath, [program, repository, place, path]);
    const [killed, next] = [temporaryDirectory(), temporaryDirectory()];
    const differs = await changedBy(repository, async () => {
      const ended = prepare(killed, killing.path);
      expect(killing.isThrough()).toBe(call === calls.length);
      expect(ended.signal).toBe(killing.isThrough() ? null : "SIGKILL");
      expect(prepare(next).status).toBe(0);
    });
    expect(differs).toEqual([]);
    expect(git(repository, "fsck", "--strict", "--no-dangling")).toBe("");
    const plan = existsSync(join(killed, "changes/plan.json"));
    expect(plan).toBe(killing.isThrough());
    // What is not whole has no changes to bring back, and whoever is next begins with what the parent has.
    const directory = join(killed, "changes");
    const collected = await collectChanges({ directory, subagentId: "scout", environment });
    expect(collected?.files).toBe(plan ? 0 : undefined);
    expect(readFileSync(join(next, "agent/project/a"), "utf8")).toBe("uncommitted\n");
  });
});
