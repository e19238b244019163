import { temporaryDirectory } from "@retinue/testkit";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { knownWorkspaces, workspaceIndexOf } from "../../src/own/workspace-index.ts";
import { managerOf, scriptedOptions } from "../manage/workspace.ts";

test("a manager notes its workspace by path alone; what is gone is forgotten, and what cannot be read as well", async () => {
  const index = join(temporaryDirectory(), "state/retinue/workspaces");
  const options = [scriptedOptions(), scriptedOptions()].map((each) => ({ ...each, workspaceIndex: index }));
  for (const each of [...options, ...options]) await managerOf(each).list();
  const [first = "", second = ""] = options.map(({ workspace }) => workspace);
  expect(knownWorkspaces(index)).toEqual([first, second].toSorted());
  const [note = ""] = readdirSync(index);
  expect(JSON.parse(readFileSync(join(index, note), "utf8"))).toEqual({
    version: 1,
    workspace: expect.stringMatching(/^\//) as string,
  });

  rmSync(first, { recursive: true });
  mkdirSync(first);
  writeFileSync(join(index, `${"0".repeat(64)}.json`), '{"version": 1, "workspace": "rel');
  writeFileSync(join(index, "somebody's.txt"), "");
  expect(knownWorkspaces(index)).toEqual([second]);
  expect(readdirSync(index)).toHaveLength(2);
});

test("an index that cannot be written keeps nobody from working", async () => {
  const file = join(temporaryDirectory(), "file");
  writeFileSync(file, "");
  const said: string[] = [];
  const options = {
    ...scriptedOptions(),
    workspaceIndex: join(file, "index"),
    log: (text: string) => said.push(text),
  };
  expect(await managerOf(options).list()).toEqual([]);
  expect(said.join()).toContain(`could not be noted in ${file}/index`);
});

test("it is in the user's state directory", () => {
  const home = temporaryDirectory();
  expect(workspaceIndexOf({ HOME: home })).toBe(join(home, ".local/state/retinue/workspaces"));
  expect(workspaceIndexOf({ HOME: home, XDG_STATE_HOME: "/s" })).toBe("/s/retinue/workspaces");
  expect(workspaceIndexOf({ HOME: home, XDG_STATE_HOME: "s" })).toBe(
    join(home, ".local/state/retinue/workspaces"),
  );
  expect(workspaceIndexOf({})).toBeUndefined();
});

test("a home that is not there is not made", async () => {
  const home = join(temporaryDirectory(), "home");
  const workspaceIndex = workspaceIndexOf({ HOME: home }) ?? "";
  await managerOf({ ...scriptedOptions(), workspaceIndex }).list();
  expect(existsSync(home)).toBe(false);
  mkdirSync(home);
  const options = { ...scriptedOptions(), workspaceIndex };
  await managerOf(options).list();
  expect(readdirSync(workspaceIndex)).toHaveLength(1);
});
