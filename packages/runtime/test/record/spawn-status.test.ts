import { eventually } from "@retinue/testkit";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { massgenPython, noMassgen } from "../delegate/massgen.ts";
import { managerOf, script, scriptedOptions, teamStatus } from "../manage/workspace.ts";

const display = new URL("../programs/massgen-display.py", import.meta.url).pathname;

test("a blocking spawn is shown while it goes on, with its limits, and with its results afterwards", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const path = join(options.workspace, "subagents/_spawn_status.json");
  const shown = () => JSON.parse(readFileSync(path, "utf8")) as object;
  await (
    await manager.spawn({ task: script({ output: "done" }), subagent_id: "unseen" })
  ).result;
  expect(existsSync(path)).toBe(false);
  const task = script({ until: "go" }, { output: "done" });
  const { workspace, result } = await manager.spawn({ task, subagent_id: "a" }, { blocking: true });
  const running = { subagent_id: "a", task, status: "running", progress_percent: 0, timeout_seconds: 90 };
  expect(shown()).toMatchObject({ status: "spawning", subagents: [{ ...running, workspace }] });
  writeFileSync(join(workspace, "go"), "");
  const ended = { ...(await result), timeout_seconds: 90 };
  await eventually("the results", () => readFileSync(path, "utf8").includes('"completed_at"'));
  expect(shown()).toMatchObject({ status: "completed", subagents: [ended] });
});

test("MassGen's own displays show the subagents of such a directory", async (context) => {
  if (noMassgen !== undefined) return context.skip(noMassgen);
  const options = { ...scriptedOptions() };
  const logDirectory = join(options.workspace, "logs");
  mkdirSync(logDirectory);
  const manager = managerOf({ ...options, logDirectory });
  const steps = [{ status: teamStatus("presentation") }, { output: "It is done." }];
  const event = JSON.stringify({
    timestamp: "2026-01-02T03:04:05",
    event_type: "final_answer",
    agent_id: "alpha",
    round_number: 0,
    data: { content: "It is done." },
  });
  const shell = `echo '${event}' > "$MASSGEN_LOG_BASE_DIR/log_20260102_030405_000001/turn_1/attempt_1/events.jsonl"`;
  const [run] = await manager.spawnParallel([{ task: script(...steps, { shell }), subagent_id: "seen" }], {
    blocking: true,
  });
  await run?.result;
  await manager.close();
  const { stdout: output, stderr } = spawnSync(massgenPython, [display, options.workspace, logDirectory], {
    encoding: "utf8",
  });
  // Its own requirements name no version: what was installed with it may not go with it.
  if (stderr.includes("ImportError") && process.env["RETINUE_REQUIRE_ALL"] === undefined)
    return context.skip("MassGen's installation does not start");
  const { spawn, cards, summary } = JSON.parse(output.trim().split("\n").at(-1) ?? "") as {
    spawn: string;
    cards: Record<string, object>;
    summary: string;
  };
  // The card of the call and its timeline, of the text interface; and the table of `massgen logs`.
  expect({ spawn, cards }).toMatchObject({
    spawn: "completed",
    cards: { seen: { status: "completed", timeout: 90, answer: "It is done.", events: ["final_answer"] } },
  });
  expect(summary).toMatch(/Subagents \(1\)/);
  expect(summary).toMatch(/ seen /);
});
