import { eventually } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { managerOf, script, scriptedOptions } from "./workspace.ts";

test("a result that was had is not offered again while its note cannot be removed, nor by the next server", async (context) => {
  const options = scriptedOptions();
  const manager = managerOf(options);
  const { result } = await manager.spawn({ task: script({ output: "x" }), subagent_id: "a" });
  await result;
  const note = join(options.workspace, ".massgen/retinue/finished/a.1.json");
  expect(existsSync(note)).toBe(true);
  try {
    execFileSync("mount", ["--bind", note, note], { stdio: "pipe" });
  } catch (error) {
    const reason = `nothing can be mounted: ${(error as Error).message.trim()}`;
    if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error(reason, { cause: error });
    context.skip(reason);
  }
  let isMounted = true;
  const unmount = () => {
    if (isMounted) execFileSync("umount", ["-l", note]);
    isMounted = false;
  };
  onTestFinished(unmount);
  await manager.acknowledge([{ subagentId: "a", run: 1 }]);
  expect(existsSync(note)).toBe(true);
  expect(await manager.unacknowledged()).toEqual([]);
  unmount();
  await eventually("the note to go", () => !existsSync(note));
  expect(await managerOf(options).unacknowledged()).toEqual([]);
});
