import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseRunRecord } from "@retinue/engine-contract";
import { describe, expect, test } from "vitest";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

/** Lists who can be seen with the word of these tasks in a command line, then ends with `answer`. */
function task(answer: string): string {
  const shell = "grep -al 'se[c]ret-task' /proc/[0-9]*/cmdline >> seen.txt || true";
  return `- of a secret-task\n${script({ session: "session_1" }, { shell }, { output: answer })}`;
}

describe.each(["retinue-child", "massgen"] as const)("a prompt for %s", (kind) => {
  test("may begin like a flag: as a role's prompt and as the message of a continuation", async () => {
    const options = scriptedOptions();
    const command = options.engine?.command ?? [];
    const manager = managerOf({ ...options, engine: { kind, command } });
    const first = await manager.spawn({
      task: task("one"),
      subagent_id: "a",
      system_prompt: "--version of a role",
    });
    expect(await first.result).toMatchObject({ status: "completed", answer: "one" });
    const second = await manager.continue("a", task("two"));
    const result = await second.result;
    expect(result).toMatchObject({ status: "completed", answer: "two" });
    const record = readFileSync(join(result.log_path as string, "run.json"), "utf8");
    for (const run of parseRunRecord(record).runs) {
      expect(run.command.slice(0, command.length)).toEqual(command);
      expect(run.command.at(-1)).toBe("--no-parse-at-references");
    }
  });
});

test("a task for our engine stands in no process's command line", async () => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const first = await manager.spawn({ task: task("one"), subagent_id: "a" });
  await first.result;
  await (
    await manager.continue("a", task("two"))
  ).result;
  expect(readFileSync(join(first.workspace, "seen.txt"), "utf8")).toBe("");
  // Where no child can write, and the last run's.
  const prompt = readFileSync(join(dirname(dirname(first.statusFile)), "prompt.md"), "utf8");
  expect(prompt).toContain(task("two"));
});
