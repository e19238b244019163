import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { liveRun } from "../live-run.ts";
import { missingProgram } from "../missing-program.ts";
import { recordedFrames } from "../recorded-frames.ts";
import { onTerminal } from "../terminal.ts";

const frames = recordedFrames().get("completed-pair") ?? [];

const noTmux = missingProgram("tmux", "-V");
describe.skipIf(noTmux !== "")(`retinue status --watch on a terminal${noTmux}`, () => {
  test("draws one block anew with each change, votes too, and leaves the end of it", async () => {
    const run = liveRun(temporaryDirectory());
    const terminal = onTerminal(`status --watch ${run.logPath}`, { cwd: temporaryDirectory(), columns: 80 });
    await terminal.shows(/^review {2}pending/m);
    for (const { text, phase, percentage } of frames) {
      run.writeStatus(text);
      await terminal.shows(new RegExp(`^review {2}running {2}${phase} {2}${percentage} %`, "m"));
    }
    expect(await terminal.shows(/^ {2}votes: \S+ [12]/m)).toMatch(/voted for agent\d\.\d/);
    run.end("partial");
    expect(await terminal.ended()).toBe(0);
    expect(terminal.lines().filter((line) => line.startsWith("review"))).toHaveLength(1);
    expect(terminal.lines()[0]).toMatch(/^review {2}partial/);
  });
});
