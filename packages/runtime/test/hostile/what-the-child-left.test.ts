import { temporaryDirectory } from "@retinue/testkit";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";

const secret = "a secret from outside";

/** A directory outside of everything that a subagent may touch. */
function outsideDirectory(): string {
  const outside = temporaryDirectory();
  writeFileSync(join(outside, "victim.txt"), secret);
  writeFileSync(join(outside, "answer.txt"), secret);
  writeFileSync(join(outside, "status.json"), JSON.stringify(teamStatus("presentation")));
  return outside;
}

function expectUntouched(outside: string): void {
  expect(readFileSync(join(outside, "victim.txt"), "utf8")).toBe(secret);
  expect(readFileSync(join(outside, "answer.txt"), "utf8")).toBe(secret);
  expect(globSync("*", { cwd: outside }).toSorted()).toEqual(["answer.txt", "status.json", "victim.txt"]);
}

describe("in the place of a session's name", () => {
  test.each([
    ["a FIFO", "mkfifo .massgen/.session_id"],
    ["a link to an endless device", "ln -s /dev/zero .massgen/.session_id"],
    ["a directory", "mkdir .massgen/.session_id"],
    ["a huge file", "truncate -s 4G .massgen/.session_id"],
    ["a loop", "ln -s .session_id .massgen/.session_id"],
    ["a name that climbs", "echo ../../../.. > .massgen/.session_id"],
    [
      "a session of FIFOs",
      "echo s > .massgen/.session_id; mkdir -p .massgen/sessions/s; mkfifo .massgen/sessions/s/turn_1",
    ],
  ])("%s keeps no result back, and no place", async (_what, shell) => {
    const manager = managerOf({ ...scriptedOptions(), maxConcurrent: 1 });
    const task = script({ shell: `mkdir -p .massgen; ${shell}` }, { output: "done" });
    const hostile = await manager.spawn({ task, subagent_id: "hostile" });
    expect(await hostile.result).toMatchObject({ status: "completed", answer: "done" });
    const honest = await manager.spawn({ task: script({ output: "fine" }), subagent_id: "honest" });
    expect(await honest.result).toMatchObject({ answer: "fine" });
    expect((await manager.list()).map(({ subagent_id, status }) => [subagent_id, status])).toEqual([
      ["hostile", "completed"],
      ["honest", "completed"],
    ]);
    const further = await manager.continue("hostile", script({ output: "again" }));
    expect(await further.result).toMatchObject({ status: "completed", answer: "again" });
  });
});

test.each([
  ["a link to a file", (outside: string) => `ln -sf ${outside}/victim.txt`],
  ["a hard link", (outside: string) => `ln -f ${outside}/victim.txt`],
  ["a FIFO", () => "mkfifo"],
])(
  "%s in the place of a given file is replaced at the next spawn, never written through",
  async (_what, make) => {
    const options = scriptedOptions();
    const outside = outsideDirectory();
    writeFileSync(join(options.workspace, "CONTEXT.md"), "of the parent");
    writeFileSync(join(options.workspace, "given.txt"), "given by the parent");
    const command = options.engine?.command ?? [];
    const manager = managerOf({ ...options, engine: { kind: "massgen", command } });
    const plant = ["CONTEXT.md", "given.txt", "prompt.md"].map(
      (name) => `rm -f ${name}; ${make(outside)} ${name}`,
    );
    const first = await manager.spawn({ task: script({ shell: plant.join("; ") }), subagent_id: "a" });
    await first.result;
    // Too long for MassGen's command line: it goes into prompt.md.
    const long = `${"x".repeat(200_000)}\n${script({ output: "done" })}`;
    const task = { task: long, subagent_id: "a", context_files: ["given.txt"] };
    const second = await manager.spawn(task);
    expect(await second.result).toMatchObject({ status: "completed", answer: "done" });
    expect(readFileSync(join(second.workspace, "CONTEXT.md"), "utf8")).toBe("of the parent");
    expect(readFileSync(join(second.workspace, "given.txt"), "utf8")).toBe("given by the parent");
    expectUntouched(outside);
  },
);

test.each([
  [
    "a log",
    (outside: string) =>
      `mkdir -p .massgen/massgen_logs; ln -s ${outside} .massgen/massgen_logs/log_20990101_000000_000000`,
  ],
  [
    "an attempt",
    (outside: string) =>
      `mkdir -p .massgen/massgen_logs/log_20990101_000000_000000/turn_1; ln -s ${outside} .massgen/massgen_logs/log_20990101_000000_000000/turn_1/attempt_1`,
  ],
  ["all of it", (outside: string) => `mkdir -p .massgen; ln -s ${outside} .massgen/massgen_logs`],
  [
    "an agent",
    (outside: string) =>
      `mkdir -p .massgen/massgen_logs/log_20990101_000000_000000/turn_1/attempt_1/; cp ${outside}/status.json .massgen/massgen_logs/log_20990101_000000_000000/turn_1/attempt_1/; ln -s ${outside} .massgen/massgen_logs/log_20990101_000000_000000/turn_1/attempt_1/beta`,
  ],
  ["the output", (outside: string) => `ln -s ${outside}/answer.txt answer.txt`],
])("a link out of the workspace in the place of %s brings nothing back from there", async (_what, make) => {
  const options = scriptedOptions();
  const outside = outsideDirectory();
  const manager = managerOf(options);
  const { result } = await manager.spawn({ task: script({ shell: make(outside) }), subagent_id: "a" });
  const ended = await result;
  await manager.close();
  expect(JSON.stringify(ended)).not.toContain(secret);
  // Exit code 1: no file of the log, none that a link leads to, holds it.
  expect(spawnSync("grep", ["-rsF", secret, ended.log_path as string]).status).toBe(1);
  expectUntouched(outside);
});

test("a workspace's .massgen that leads to the parent's moves none of the parent's logs at a respawn", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const shell = "rm -rf .massgen; ln -s ../../../.massgen .massgen";
  const first = await manager.spawn({ task: script({ shell }, { output: "one" }), subagent_id: "a" });
  const { log_path } = await first.result;
  const second = await manager.spawn({ task: script({ output: "two" }), subagent_id: "a" });
  expect(await second.result).toMatchObject({ answer: "two", log_path });
  expect(existsSync(join(options.workspace, ".massgen/massgen_logs"))).toBe(true);
  expect(globSync(join(options.workspace, ".massgen/massgen_logs_run_*"))).toEqual([]);
  expect(await manager.list()).toHaveLength(1);
});

test("a workspace that leads elsewhere is no place to run in again", async () => {
  const options = scriptedOptions();
  const outside = outsideDirectory();
  const manager = managerOf(options);
  const shell = `cd ..; mv workspace moved; ln -s ${outside} workspace`;
  const first = await manager.spawn({ task: script({ shell }), subagent_id: "a" });
  await first.result;
  const again = await manager.spawn({ task: script({ output: "two" }), subagent_id: "a" });
  expect(await again.result).toMatchObject({
    status: "error",
    error: expect.stringContaining("symbolic link"),
  });
  await expect(manager.continue("a", "Again.")).rejects.toMatchObject({ code: "NOT_CONTINUABLE" });
  expectUntouched(outside);
});

test("a huge sparse file and a flood of files in the logs cost no more than is allowed", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const attempt = ".massgen/massgen_logs/log_20260102_030405_000001/turn_1/attempt_1";
  const shell = [
    `mkdir -p ${attempt}/flood`,
    `truncate -s 8G ${attempt}/huge`,
    `truncate -s 200M ${attempt}/sparse`,
    `printf begins | dd of=${attempt}/sparse conv=notrunc status=none`,
    `cd ${attempt}/flood`,
    "seq 20000 | xargs touch",
  ].join("; ");
  const said: string[] = [];
  const logging = managerOf({ ...options, log: (message) => said.push(message) });
  const { result } = await logging.spawn({ task: script({ shell }, { output: "done" }), subagent_id: "a" });
  const { answer, log_path = "" } = await result;
  expect(answer).toBe("done");
  // What goes with a result is kept once its subagent can be continued.
  await (
    await logging.continue("a", script({ output: "again" }))
  ).result;
  const [kept = ""] = globSync(join(log_path, "earlier/run_1/live_logs/log_*/turn_1/attempt_1"));
  const sparse = lstatSync(join(kept, "sparse"));
  expect(sparse.size).toBe(200 * 1024 ** 2);
  expect(sparse.blocks * 512).toBeLessThan(16 * 1024 * 1024);
  expect(existsSync(join(kept, "huge"))).toBe(false);
  expect(globSync(join(kept, "flood/*")).length).toBeLessThanOrEqual(10_000);
  expect(said.join("\n")).toMatch(/engine's log of subagent a is not whole: /);
  expect(await manager.list()).toHaveLength(1);
});

test.each([
  ["mkfifo", "run.json"],
  ["mkfifo", "conversation.jsonl"],
  ["mkfifo", "subagent_config_a.yaml"],
  ["mkdir", "run.json"],
  ["mkdir", "conversation.jsonl"],
])(
  "what %s made in the place of %s hangs no server, and the result is recorded all the same",
  async (make, name) => {
    const options = scriptedOptions();
    const manager = managerOf(options);
    const seen = join(temporaryDirectory(), "seen");
    const shell = `cd "$MASSGEN_LOG_BASE_DIR/.."; rm -f ${name}; ${make} ${name}; touch ${seen}`;
    const task = script({ shell }, { sleep: 0.5 }, { output: "done" });
    const { result } = await manager.spawn({ task, subagent_id: "a" });
    expect(await manager.list()).toHaveLength(1);
    expect(await result).toMatchObject({ status: "completed", answer: "done" });
    expect(existsSync(seen)).toBe(true);
    expect(await managerOf(options).list()).toMatchObject([{ subagent_id: "a", status: "completed" }]);
    const again = await manager.spawn({ task: script({ output: "again" }), subagent_id: "a" });
    expect(await again.result).toMatchObject({ answer: "again" });
  },
);

test("a log directory that its child took away is made again for the record", async () => {
  const manager = managerOf(scriptedOptions());
  const shell = 'rm -rf "$MASSGEN_LOG_BASE_DIR/.."';
  const { result } = await manager.spawn({ task: script({ output: "done" }, { shell }), subagent_id: "a" });
  const { status } = await result;
  expect((await manager.list()).map((each) => [each.subagent_id, each.status])).toEqual([["a", status]]);
});

test.each(["urandom", "zero"])("binary output of /dev/%s stays short in a result", async (device) => {
  const manager = managerOf(scriptedOptions());
  const shell = `head -c 40000 /dev/${device} >&2; head -c 40000 /dev/${device}`;
  const { result } = await manager.spawn({ task: script({ shell }, { exit: 3 }) });
  const { error } = await result;
  expect(error).toContain("exited with code 3");
  // Of the last 2,000 bytes a run of what is no text is one mark.
  expect(Buffer.byteLength(JSON.stringify(error))).toBeLessThan(device === "zero" ? 100 : 6_000);
});
