import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SubagentManagerOptions } from "../../src/configure/manager-options.ts";
import { managerOf, script, scriptedOptions } from "../manage/workspace.ts";

const attack =
  "set +e; sh -c 'echo attacked > ../../../file'; cat ../../../file; cat ~/secret; ls ../..; echo own > mine; exit 0";

/** A manager whose parent has a file, and whose user has a secret. */
function withSecret() {
  const options = scriptedOptions();
  const home = join(options.workspace, "../home");
  mkdirSync(home);
  writeFileSync(join(home, "secret"), "a secret");
  writeFileSync(join(options.workspace, "file"), "the parent's");
  return { ...options, environment: { ...options.environment, HOME: home } };
}

test.each(["isolated", "inherited"] as const)(
  "an %s run is confined, and says what is in force",
  async (runtimeMode) => {
    const options = withSecret();
    const manager = managerOf({ ...options, runtimeMode, isContainer: () => false, sandbox: "required" });
    const task = script({ shell: `(${attack}) > seen 2>&1` }, { output: "done" });
    const spawned = await manager.spawn({ task, subagent_id: "scout" });
    const result = await spawned.result;
    expect(result).toMatchObject({
      status: "completed",
      answer: "done",
      policy: { boundary: "bubblewrap", network: "none" },
    });
    expect(result.warning).toBeUndefined();
    expect(readFileSync(join(options.workspace, "file"), "utf8")).toBe("the parent's");
    const seen = readFileSync(join(spawned.workspace, "seen"), "utf8");
    expect(seen).toContain("the parent's");
    expect(seen).not.toContain("a secret");
    const record = JSON.parse(readFileSync(join(result.log_path ?? "", "run.json"), "utf8"));
    expect(record.runs[0].policy).toEqual(result.policy);
    // A further run is confined by what the spawn was given.
    const again = await (await manager.continue("scout", task)).result;
    expect(again).toMatchObject({ status: "completed", policy: { boundary: "bubblewrap" } });
  },
);

test("where nobody says so an isolated run is confined, and neither an inherited one nor one by a launch prefix", async () => {
  const policyOf = async (how: Partial<SubagentManagerOptions>) => {
    const manager = managerOf({ ...withSecret(), runtimeMode: "isolated", isContainer: () => false, ...how });
    const spawned = await manager.spawn({ task: script({ output: "done" }) });
    const { policy, warning } = await spawned.result;
    return [policy?.boundary, warning];
  };
  expect(await policyOf({})).toEqual(["bubblewrap", undefined]);
  expect(await policyOf({ runtimeMode: "inherited" })).toEqual([undefined, undefined]);
  expect(await policyOf({ hostLaunchPrefix: ["env"] })).toEqual([undefined, undefined]);
});

test("off: the same run reaches all of it", async () => {
  const options = withSecret();
  const manager = managerOf({ ...options, sandbox: "off" });
  const { workspace, result } = await manager.spawn({
    task: script({ shell: `(${attack}) > seen 2>&1` }, { output: "done" }),
  });
  expect((await result).policy).toBeUndefined();
  expect(readFileSync(join(workspace, "seen"), "utf8")).toContain("a secret");
});

const elsewhere = { runtimeMode: "isolated" as const, hostLaunchPrefix: ["env"], isContainer: () => false };

test("auto: a run that cannot be confined goes on, with a warning that says why and what to do", async () => {
  const manager = managerOf({ ...scriptedOptions(), ...elsewhere, sandbox: "auto" });
  const result = await (await manager.spawn({ task: script({ output: "done" }) })).result;
  expect(result).toMatchObject({
    status: "completed",
    warning: expect.stringMatching(
      /not confined: .*prefix.*To confine it: .*hear no more of it: subagent_sandbox: off/,
    ),
  });
  expect(result.policy).toBeUndefined();
});

test("required: such a run is refused before its engine was started", async () => {
  const manager = managerOf({ ...scriptedOptions(), ...elsewhere, sandbox: "required" });
  const spawned = await manager.spawn({ task: script({ output: "done" }) });
  const result = await spawned.result;
  expect(result).toMatchObject({
    status: "error",
    error: expect.stringContaining("subagent_sandbox is required"),
  });
  expect(existsSync(join(spawned.workspace, "starts.log"))).toBe(false);
});
