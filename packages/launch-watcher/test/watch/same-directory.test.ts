import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox, type LeftOutbox } from "../watched-outbox.ts";
import { killed, watcherProcess } from "../watcher-process.ts";

const waits = "echo x >> /workspace/ran; while [ ! -e /workspace/finish ]; do sleep 0.1; done; echo said";

type Ask = (watched: LeftOutbox, workspace: string) => string;

// How a parent gives the directory of a run that goes on to another one, by another name.
const otherNames: [what: string, ask: Ask][] = [
  [
    "its new name",
    ({ workspaces }, workspace) => (
      renameSync(workspace, join(workspaces, "renamed")),
      join(workspaces, "renamed")
    ),
  ],
  [
    "that of a bind mount of it",
    ({ workspaces }, workspace) => {
      const bound = join(workspaces, "bound");
      mkdirSync(bound);
      execFileSync("mount", ["--bind", workspace, bound]);
      onTestFinished(() => void execFileSync("umount", ["-l", bound]));
      return bound;
    },
  ],
  [
    "that of a directory into which it was moved",
    ({ workspaces }, workspace) => {
      const around = join(workspaces, "around");
      mkdirSync(around);
      chownSync(around, 1000, 1000);
      renameSync(workspace, join(around, "within"));
      return around;
    },
  ],
  [
    "that of a directory in it, beneath its new name",
    ({ workspaces }, workspace) => {
      mkdirSync(join(workspace, "below"));
      chownSync(join(workspace, "below"), 1000, 1000);
      renameSync(workspace, join(workspaces, "renamed"));
      return join(workspaces, "renamed/below");
    },
  ],
];

const asking = (watched: LeftOutbox, workspace: string) =>
  watched.put(watched.request("b", { workspace, answer_file: join(workspace, "answer.txt") }));

describe.skipIf(noEngine !== undefined)(`the workspace of a run that goes on${skipped}`, () => {
  it.each(otherNames)("is not given to another by %s", async (_what, ask) => {
    const watched = await watchedOutbox({ engine_command: ["/bin/sh", "-c", waits] });
    const workspace = watched.workspace("a");
    await watched.start();
    watched.put(watched.request("a"));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    asking(watched, ask(watched, workspace));
    const refused = await watched.response("b");
    expect(refused).toMatchObject({ status: "error", exit_code: -1 });
    expect(refused.stderr_tail).toContain("in use");
  });
});

onEachEngine("the workspace of a run that a watcher before began", ({ newOutbox }) => {
  it("is not given to another by its new name", async () => {
    const watched = await newOutbox({ engine_command: ["/bin/sh", "-c", waits] });
    const workspace = watched.workspace("a");
    const first = watcherProcess(watched);
    watched.put(watched.request("a"));
    await eventually("it runs", () => existsSync(join(workspace, "ran")), 60);
    await killed(first);
    const renamed = join(watched.workspaces, "renamed");
    renameSync(workspace, renamed);
    // What has its name by now is another directory, and free.
    watched.workspace("a");
    await watched.start();
    asking(watched, renamed);
    expect((await watched.response("b")).stderr_tail).toContain("in use");
    writeFileSync(join(renamed, "finish"), "");
    expect(await watched.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(renamed, "ran"), "utf8")).toBe("x\n");
  });
});
