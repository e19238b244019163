import { eventually } from "@retinue/testkit";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnded } from "../../src/supervise/run-files.ts";
import { fill, smallDisk } from "../hostile/small-disk.ts";
import { newDirectory, start } from "./supervised-run.ts";

test("a run that ends on a disk that is full is recorded as it ended", async (context) => {
  const directory = join(smallDisk(context, "size=2m"), "run");
  const [begun, go] = ["begun", "go"].map((name) => join(newDirectory(), name)) as [string, string];
  const script = `: >${begun}; until [ -e ${go} ]; do sleep 0.05; done; exit 7`;
  const { supervised } = await start(["sh", "-c", script], { directory });
  await eventually("the engine", () => existsSync(begun));
  const free = fill(directory);
  writeFileSync(go, "");
  expect(await supervised.ended).toMatchObject({ exit_code: 7, stopped: "" });
  free();
  expect(readEnded(directory)).toMatchObject({ exit_code: 7, left_behind: [] });
});

test("what an engine put in place of the room for its record is not its record", async () => {
  const forged = `rm -f run/ended.json.tmp; mkfifo run/ended.json.tmp; exit 7`;
  const { supervised, options } = await start(["sh", "-c", `cd .. && ${forged}`]);
  expect(await supervised.ended).toMatchObject({ exit_code: 7 });
  expect(readEnded(options.directory)).toMatchObject({ exit_code: 7, left_behind: [] });
});
