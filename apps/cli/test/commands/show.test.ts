import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aProject, changeBy, git } from "../changed-repository.ts";
import { inherited } from "../engine-on-path.ts";
import { retinue } from "../retinue.ts";
import { startCliIn } from "../start-cli.ts";

test("show says what each run changed, on which branch, and whether that merges", async () => {
  const workspace = aProject();
  await changeBy("one", workspace, "echo one > a");
  await changeBy("two", workspace, "echo two > a");
  const { stdout } = retinue("show", "two", "--workspace", workspace);
  expect(stdout).toContain(`  changes      1 file, +1 -1, in ${workspace}, by solo\n`);
  expect(stdout).toMatch(/^ {2}branch {7}retinue\/two at [\da-f]{12}$/m);
  expect(stdout).toMatch(/^ {2}merges {7}cleanly, with HEAD$/m);
  expect(stdout).toMatch(/^ {2}merges {7}not cleanly, conflicts in a, with retinue\/one$/m);
  expect(stdout).toMatch(/^ {2}patch {8}\/.*\/changes\.patch$/m);
});

test("retinue run --changes: each changes a copy; what, and how to take it, is said beside the answer", async () => {
  const cwd = aProject();
  const command = ["sh", "-c", "echo new > project/a; echo done"];
  const team = { agents: [{ id: "solo", backend: { type: "command", command } }], ...inherited };
  writeFileSync(join(cwd, "retinue.yaml"), JSON.stringify(team));
  const run = startCliIn({ cwd }, "run", "Change it.", "--changes", ".", "--quick");
  expect(await run.exited).toBe(0);
  expect(run.stdout()).toBe("done\n");
  expect(run.stderr()).toMatch(/^retinue: changes {6}1 file, \+1 -1, in /m);
  expect(run.stderr()).toMatch(/^retinue: see it with: retinue diff (\S+), take it with: retinue apply \1$/m);
  expect(readFileSync(join(cwd, "a"), "utf8")).toBe("as it was\n");
  const [id = ""] = /(?<=retinue apply )\S+/.exec(run.stderr()) ?? [];
  expect(await startCliIn({ cwd }, "apply", id).exited).toBe(0);
  expect(git(cwd, "diff", "--stat")).toContain("a | 2 +-");
});
