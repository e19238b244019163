import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

const agents = [
  { id: "solo", backend: { type: "openai", model: "m", base_url: "http://127.0.0.1:9999/v1" } },
];
const seen = script({ shell: 'printf "%s" "$RETINUE_SANDBOXED" > seen' }, { output: "done" });
const task = { task: seen, subagent_id: "scout" };
const elsewhere = { runtimeMode: "isolated" as const, hostLaunchPrefix: ["env"], isContainer: () => false };

/** A team without a shell of its own, whose parent says that it is in a sandbox; a role `prober` requires a shell. */
function options(more: Partial<SubagentManagerOptions>, from = scriptedOptions()): SubagentManagerOptions {
  const role = join(from.workspace, ".agent/subagent_types/prober");
  mkdirSync(role, { recursive: true });
  writeFileSync(
    join(role, "SUBAGENT.md"),
    "---\ndescription: Probes\nneeds: {shell: required}\n---\nYou probe.\n",
  );
  const environment = { ...from.environment, RETINUE_SANDBOXED: "1" };
  const coordination = { subagent_types: ["explorer", "evaluator", "prober"] };
  return {
    ...from,
    agents,
    coordination,
    environment,
    addedEnvironment: { RETINUE_SANDBOXED: "1" },
    ...more,
  };
}

const configOf = (log = "") => readFileSync(join(log, "subagent_config_scout.yaml"), "utf8");

test.each(["required", "auto"] as const)(
  "%s: a role that needs a shell gets one in its sandbox",
  async (sandbox) => {
    const manager = managerOf(options({ sandbox }));
    const spawned = await manager.spawn({ ...task, subagent_type: "prober" });
    const result = await spawned.result;
    expect(result).toMatchObject({
      status: "completed",
      needs: { met: ["shell"], unmet: [] },
      policy: { boundary: "bubblewrap" },
    });
    expect(result.warning).toBeUndefined();
    expect(readFileSync(join(spawned.workspace, "seen"), "utf8")).toBe("1");
    expect(configOf(result.log_path)).toContain('"shell": "required"');
  },
);

test("a task whose role needs none is told of none, in the same sandbox", async () => {
  const manager = managerOf(options({ sandbox: "required" }));
  const result = await (await manager.spawn({ ...task, subagent_type: "explorer" })).result;
  expect(result).toMatchObject({ status: "completed", policy: { boundary: "bubblewrap" } });
  expect(configOf(result.log_path)).not.toContain("shell");
});

test.each([
  ["off", { sandbox: "off" as const }],
  ["auto where nothing confines it", { sandbox: "auto" as const, ...elsewhere }],
])("%s: a required shell is refused, an optional one is a warning", async (_name, more) => {
  const manager = managerOf(options(more));
  const refused = manager.spawn({ ...task, subagent_type: "prober" });
  await expect(refused).rejects.toMatchObject({
    code: "ROLE_NEEDS_UNMET",
    message: expect.stringContaining("solo (openai) has none"),
    remedy: expect.stringContaining("In a sandbox that holds any team gives it: subagent_sandbox: required"),
  });
  const spawned = await manager.spawn({ ...task, subagent_type: "evaluator" });
  const result = await spawned.result;
  expect(result).toMatchObject({
    status: "completed",
    needs: { met: ["read", "write"], unmet: ["shell"] },
    warning: expect.stringContaining("its role evaluator needs shell: solo (openai) has none."),
  });
  expect(readFileSync(join(spawned.workspace, "seen"), "utf8")).toBe("");
  expect(configOf(result.log_path)).not.toContain('"shell"');
});

test("continued without its sandbox, an optional shell is gone with a warning, and a required one refuses", async () => {
  const from = scriptedOptions();
  for (const [subagent_id, subagent_type] of [
    ["scout", "evaluator"],
    ["probe", "prober"],
  ] as const) {
    const first = managerOf(options({ sandbox: "required" }, from));
    const before = await first.spawn({ ...task, subagent_id, subagent_type });
    expect((await before.result).needs).toMatchObject({ met: expect.arrayContaining(["shell"]), unmet: [] });
    await first.close();
  }
  const manager = managerOf(options({ sandbox: "off" }, from));
  const further = await manager.continue("scout", seen);
  expect(await further.result).toMatchObject({
    status: "completed",
    needs: { met: ["read", "write"], unmet: ["shell"] },
    warning: expect.stringContaining("needs shell, which it was to have in a sandbox, and it is in none"),
  });
  expect(readFileSync(join(further.workspace, "seen"), "utf8")).toBe("");
  const probe = await manager.continue("probe", script({ shell: "touch started" }, { output: "done" }));
  expect(await probe.result).toMatchObject({
    status: "error",
    error: expect.stringContaining("needs shell, which it was to have in a sandbox"),
  });
  expect(existsSync(join(probe.workspace, "started"))).toBe(false);
});
