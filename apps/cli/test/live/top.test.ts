import { createSubagentManager, type SubagentManager } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { missingProgram } from "../missing-program.ts";
import { startCliIn } from "../start-cli.ts";
import { onTerminal } from "../terminal.ts";

const child = join(import.meta.dirname, "../../../child/dist/main.js");

/** A workspace whose agents say a few words and go on once they may; this process owns its runs. */
function speaking() {
  const workspace = temporaryDirectory();
  const words = `cat >/dev/null; printf 'so far so good '; while [ ! -e ${workspace}/go ]; do sleep 0.1; done; seq 60`;
  const manager = createSubagentManager({
    workspace,
    agents: ["alpha", "beta"].map((id) => ({
      id,
      backend: { type: "command", command: ["sh", "-c", words] },
    })),
    engine: { kind: "retinue-child", command: [process.execPath, child] },
    runtimeMode: "inherited",
    environment: process.env,
  });
  onTestFinished(() => manager.close());
  return { workspace, manager, go: () => writeFileSync(join(workspace, "go"), "") };
}

const spawn = (manager: SubagentManager, ...ids: string[]) =>
  manager.spawnParallel(
    ids.map((subagent_id) => ({ task: `Do it, ${subagent_id}.`, subagent_id })),
    { refine: false },
  );

const noTmux = missingProgram("tmux", "-V");
describe.skipIf(noTmux !== "")(`retinue top on a terminal${noTmux}`, () => {
  test.each([80, 120])(
    "of %d columns: rows come and change, the selected one with its agents",
    async (columns) => {
      const { workspace, manager, go } = speaking();
      const terminal = onTerminal("top", { cwd: workspace, columns });
      await terminal.shows(/^retinue top {2}0 going on, 0 over[^]*no subagents yet[^]*q quit$/m);
      const [first] = await spawn(manager, "one", "two");
      await terminal.shows(/^> (?:one|two) {3}.*running.*of 300 s[^]*^ {2}(?:one|two) {3}.*running/m);
      await terminal.shows(
        /^ {2}[█░]{20} {2}\d+ s left$[^]*^ {2}alpha .*so far so good$[^]*^ {2}beta .*good$/m,
      );
      expect(terminal.lines()).toHaveLength(30);
      expect(terminal.lines().every((line) => line.length <= columns)).toBe(true);
      expect(/ TOKENS {2}/.test(terminal.lines()[1] ?? "")).toBe(columns === 120);
      go();
      await first?.result;
      await terminal.shows(/0 going on, 2 over[^]*^. one .*completed[^]*q quit$/m);
      terminal.press("q");
      expect(await terminal.ended()).toBe(0);
    },
  );

  test("keys: move, tell, ask again before a stop, say why there is no difference, read an answer", async () => {
    const { workspace, manager, go } = speaking();
    const [one] = await spawn(manager, "one", "two");
    const terminal = onTerminal("top", { cwd: workspace, columns: 80 });
    const picture = await terminal.shows(/^> \w+ .*running[^]*so far so good/m);
    const [, first = ""] = /^> (\w+)/m.exec(picture) ?? [];
    const other = first === "one" ? "two" : "one";

    terminal.press("m");
    terminal.type("Look at q and y too");
    await terminal.shows(
      new RegExp(`^to ${first} \\(Enter sends, Esc drops it\\): Look at q and y too_$`, "m"),
    );
    terminal.press("Enter");
    await terminal.shows(new RegExp(`^${first}: (?:queued|delivered|unsupported)`, "m"));

    terminal.press("Down");
    await terminal.shows(new RegExp(`^> ${other} `, "m"));
    terminal.press("c");
    await terminal.shows(new RegExp(`^stop ${other} and bring back`, "m"));
    terminal.press("n");
    await terminal.shows(/q quit$/m);
    expect(await manager.list()).toMatchObject([{ status: "running" }, { status: "running" }]);
    terminal.press("c");
    await terminal.shows(/^stop /m);
    terminal.press("y");
    await terminal.shows(new RegExp(`^> ${other} .*cancelled[^]*^${other} ended: partial`, "m"));

    terminal.press("d");
    await terminal.shows(new RegExp(`^${other} was given nothing to change`, "m"));
    go();
    await one?.result;
    await terminal.shows(new RegExp(`^. ${first} .*completed`, "m"));
    terminal.press("g");
    await terminal.shows(new RegExp(`^> `, "m"));
    terminal.press("w");
    await terminal.shows(/is over: /);
    terminal.press("a");
    await terminal.shows(/^(?:one|two): \w+$[^]*q back/m);
    terminal.press("q");
    await terminal.shows(/q quit$/m);
    terminal.press("q");
    expect(await terminal.ended()).toBe(0);
  });

  test("keys that come at once are each read, and a message that is written with its return is sent", async () => {
    const { workspace, manager } = speaking();
    const [one] = await spawn(manager, "one", "two");
    const terminal = onTerminal("top", { cwd: workspace, columns: 80 });
    const picture = await terminal.shows(/^> \w+ .*running[^]*so far so good/m);
    const [, first = ""] = /^> (\w+)/m.exec(picture) ?? [];
    const other = first === "one" ? "two" : "one";
    // By one write, as a terminal hands on what was typed while the program had no time.
    terminal.type("jkjmLook at q too\r");
    await terminal.shows(new RegExp(`^${other}: (?:queued|delivered|unsupported)`, "m"));
    terminal.type("cy");
    await terminal.shows(new RegExp(`^> ${other} .*cancelled`, "m"));
    terminal.press("q");
    expect(await terminal.ended()).toBe(0);
    await manager.cancel(first);
    await one?.result;
  });

  test("that becomes smaller and larger the picture fits, and no line of before is left", async () => {
    const { workspace, manager } = speaking();
    const [run] = await spawn(manager, "one");
    const terminal = onTerminal("top", { cwd: workspace, columns: 120 });
    await terminal.shows(/TOKENS[^]*so far so good[^]*q quit$/m);
    terminal.resize(60);
    await terminal.shows(/^ {2}SUBAGENT {2}STATUS {2,}TIME {2,}TASK[^]*so far so good[^]*q quit$/m);
    expect(terminal.lines().filter((line) => line.includes("retinue top"))).toHaveLength(1);
    terminal.resize(120);
    await terminal.shows(/TOKENS[^]*q quit$/m);
    expect(terminal.lines().filter((line) => line.startsWith("> one"))).toHaveLength(1);
    terminal.press("q");
    expect(await terminal.ended()).toBe(0);
    await manager.cancel("one");
    await run?.result;
  });

  test.each(["q", "C-c", "SIGTERM", "SIGHUP"])("left by %s the terminal is as it was", async (how) => {
    const terminal = onTerminal("top", { cwd: temporaryDirectory(), columns: 80 });
    await terminal.shows(/q quit$/m);
    expect(terminal.manner()).toEqual({ otherScreen: true, cursor: false });
    if (how === "SIGTERM" || how === "SIGHUP") terminal.signal(how);
    else terminal.press(how);
    expect(await terminal.ended()).toBe({ SIGTERM: 143, SIGHUP: 129 }[how] ?? 0);
    expect(terminal.manner()).toEqual({ otherScreen: false, cursor: true });
    expect(terminal.lines().join("\n")).not.toContain("retinue top");
    // What is typed is seen again.
    terminal.type("typed");
    await terminal.shows(/^typed$/m);
  });

  test("with NO_COLOR it has no colour", async () => {
    const env = { ...process.env, NO_COLOR: "1" };
    const terminal = onTerminal("top", { cwd: temporaryDirectory(), columns: 80, env });
    await terminal.shows(/q quit$/m);
    // oxlint-disable-next-line no-control-regex
    expect(terminal.styled()).not.toMatch(/\u001b\[[\d;]*m/);
  });
});

test.each([
  [["top"], "retinue ps."],
  [["top", "--all"], "retinue ps --all."],
])("%j without a terminal is refused, and leads to %s", async (args, remedy) => {
  const run = startCliIn({ cwd: temporaryDirectory() }, ...args);
  expect(await run.exited).toBe(2);
  expect(run.stdout()).toBe("");
  expect(run.stderr()).toMatch(/^retinue: [^\n]*terminal[^\n]*\n$/);
  expect(run.stderr()).toContain(remedy.slice(0, -1));
});
