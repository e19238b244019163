import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, script, scriptedOptions, teamStatus } from "./workspace.ts";

const registry = (...ids: string[]) =>
  JSON.stringify({ sessions: ids.map((session_id) => ({ session_id })) });
const finished = [{ snapshot: ["alpha", "Two."] }, { status: teamStatus("initial_answer") }] as const;

/** A subagent that MassGen ran once, leaving `session_1`; `sessions` is what it has in its user's home. */
async function ranOnce(sessions?: string) {
  const home = temporaryDirectory();
  if (sessions !== undefined) {
    mkdirSync(join(home, ".massgen"));
    writeFileSync(join(home, ".massgen/sessions.json"), sessions);
  }
  const options = scriptedOptions();
  const { command } = options.engine as { command: string[] };
  const engine = { kind: "massgen" as const, command };
  const manager = managerOf({ ...options, engine, environment: { ...process.env, HOME: home } });
  const task = script({ session: "session_1" }, { output: "One." });
  const spawned = await manager.spawn({ task, subagent_id: "a" });
  await spawned.result;
  return { manager, spawned };
}

test.each([
  ["its user's registry knows", registry("session_0", "session_1"), "session_1"],
  ["its user's registry does not know", registry("session_0"), undefined],
  ["is in a registry that is damaged", '{"sessions": [', undefined],
  ["is in no registry", undefined, undefined],
])(
  "MassGen continues a session that %s, and is told what came before otherwise",
  async (_, known, session) => {
    const { manager, spawned } = await ranOnce(known);
    await (
      await manager.continue("a", script({ output: "Two." }))
    ).result;
    const [, second] = readFileSync(join(spawned.workspace, "starts.log"), "utf8").trim().split("\n");
    const { session: given, prompt } = JSON.parse(second as string);
    expect(given).toBe(session);
    expect(prompt.includes("One.")).toBe(session === undefined);
  },
);

test("a continued session that exits with 1 and its turn saved is completed, as MassGen has it", async () => {
  const { manager, spawned } = await ranOnce(registry("session_1"));
  const second = await manager.continue("a", script(...finished, { exit: 1 }));
  expect(await second.result).toMatchObject({ status: "completed", answer: "Two." });
  const record = readFileSync(join(dirname(dirname(spawned.statusFile)), "run.json"), "utf8");
  expect(JSON.parse(record).runs[1].ended).toMatchObject({
    ending: "completed",
    exit_code: 1,
    reason: expect.stringContaining("turn_1 of session_1"),
  });
});

test.each([
  ["before it began its turn", [{ exit: 1 }]],
  ["with another code", [...finished, { exit: 2 }]],
] as const)("one that exits %s has failed", async (_, steps) => {
  const { manager } = await ranOnce(registry("session_1"));
  expect(await (await manager.continue("a", script(...steps))).result).toMatchObject({ status: "error" });
});

test("what MassGen says in its output comes before the warnings that it always has", async () => {
  const { manager } = await ranOnce(registry("session_1"));
  const said = [{ print: "working" }, { print: "❌ Session error: it is gone" }, { warn: "deprecated: all" }];
  const { error } = await (await manager.continue("a", script(...said, { exit: 3 }))).result;
  expect(error).toMatch(/exited with code 3[^]*❌ Session error: it is gone\n[^]*deprecated: all/);
  expect(error).not.toContain("working");
});
