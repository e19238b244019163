import { temporaryDirectory } from "@retinue/testkit";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { engineOnPath, inherited } from "../engine-on-path.ts";
import { missingProgram } from "../missing-program.ts";
import { startCliIn } from "../start-cli.ts";
import { onTerminal } from "../terminal.ts";

/** A workspace with a team of two, who begin to answer and go on once they may. */
function speakingTeam() {
  const workspace = temporaryDirectory();
  const words = `cat >/dev/null; printf 'Here are many words to begin with, more than fit on one line of most terminals there are, and these are the last ones '; while [ ! -e ${workspace}/go ]; do sleep 0.1; done; echo 'and done.'`;
  const agents = ["alpha", "beta"].map((id) => ({
    id,
    backend: { type: "command", command: ["sh", "-c", words] },
  }));
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify({ agents, ...inherited }));
  return { cwd: workspace, go: () => writeFileSync(join(workspace, "go"), "") };
}

const answer = "and these are the last ones and done\\.";
const begun = /alpha {2}\S+ {2}….*last ones$[^]*beta {3}\S+ {2}….*last ones$/m;

const noTmux = missingProgram("tmux", "-V");
describe.skipIf(noTmux !== "")(`retinue run on a terminal${noTmux}`, () => {
  test.each([80, 120])(
    "of %d columns: a block for each subagent, a line for each agent, the time left, and the answers",
    async (columns) => {
      const { cwd, go } = speakingTeam();
      const terminal = onTerminal('run "One thing." "One more thing." --quick', { cwd, columns });
      await terminal.shows(new RegExp(`${begun.source}[^]*${begun.source}`, "m"));
      const lines = terminal.lines();
      expect(
        lines.filter((line) => /^subagent_[12] {2}running {2}initial_answer {2}0 % /.test(line)),
      ).toHaveLength(2);
      expect(lines.filter((line) => /^ {2}[█░]{20} {2}\d+ s left$/.test(line))).toHaveLength(2);
      expect(lines.filter((line) => line.endsWith("last ones")).map((line) => line.length)).toEqual(
        Array(4).fill(columns),
      );
      go();
      expect(await terminal.ended()).toBe(0);
      const picture = terminal.lines().join("\n");
      expect(picture).toMatch(/^subagent_1 {2}completed /m);
      expect(picture).not.toContain("s left");
      expect(picture).toMatch(/== subagent_1\nHere[^]*== subagent_2\nHere/);
    },
  );

  test("that becomes narrower the picture fits, and no line of before is left below", async () => {
    const { cwd, go } = speakingTeam();
    const terminal = onTerminal('run "One thing." --quick', { cwd, columns: 120 });
    await terminal.shows(begun);
    terminal.resize(60);
    const picture = await terminal.shows(new RegExp(`^(?=.{60}$)  alpha.*last ones$`, "m"));
    expect(picture.match(/^ {2}alpha /gm)).toHaveLength(1);
    go();
    expect(await terminal.ended()).toBe(0);
  });

  test.each([
    ["> answer.txt", "a file"],
    ["| cat > answer.txt", "a pipe"],
  ])("%s: the answer alone goes into %s, the picture stays", async (redirect) => {
    const { cwd, go } = speakingTeam();
    const terminal = onTerminal(`run "One thing." --quick ${redirect}`, { cwd, columns: 80 });
    await terminal.shows(begun);
    go();
    expect(await terminal.ended()).toBe(0);
    expect(readFileSync(join(cwd, "answer.txt"), "utf8")).toMatch(new RegExp(`^Here .*${answer}\n$`));
  });

  test("Ctrl-C once asks for what there is, and says so above the picture", async () => {
    const { workspace: cwd, env } = engineOnPath("obeying-engine.mjs");
    const terminal = onTerminal('run "Work for ever."', { cwd, env, columns: 80 });
    await terminal.shows(/^subagent_1 {2}running/m);
    terminal.press("C-c");
    expect(await terminal.ended()).toBe(0);
    expect(terminal.lines().join("\n")).toMatch(
      /^retinue: asks subagent_1 to finish[^]*^subagent_1 {2}completed[^]*^all that there is time for$/m,
    );
  });

  test("twice stops and recovers, and says how to go on", async () => {
    const { workspace: cwd, env } = engineOnPath("engine.mjs");
    const terminal = onTerminal('run "Work for ever."', { cwd, env, columns: 80 });
    await terminal.shows(/^subagent_1 {2}running/m);
    terminal.press("C-c");
    await terminal.shows(/asks subagent_1/);
    terminal.press("C-c");
    expect([1, 3]).toContain(await terminal.ended());
    expect(terminal.lines().join("").replaceAll("\n", "")).toContain(
      "go on with: retinue continue subagent_1",
    );
  });
});

test("without a terminal nothing is drawn: no escape code, a line for each change", async () => {
  const { cwd, go } = speakingTeam();
  go();
  const run = startCliIn({ cwd, env: { ...process.env, FORCE_COLOR: "1" } }, "run", "One thing.", "--quick");
  expect(await run.exited).toBe(0);
  // oxlint-disable-next-line no-control-regex
  expect(run.stdout() + run.stderr()).not.toMatch(/\u001b/);
  expect(run.stderr()).toMatch(/^subagent_1 {2}running {2}/m);
});
