import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryDirectory } from "@retinue/testkit";
import { prepareChanges } from "../../src/index.ts";
import { aRepository, environment, everything, writeFiles } from "../a-repository.ts";

/** What a run was given, while another is still at work in its workspace, and a directory that is neither's. */
function place() {
  const root = temporaryDirectory();
  const [agent, elsewhere] = [join(root, "workspace/agent"), join(root, "elsewhere")];
  for (const path of [agent, elsewhere]) mkdirSync(path, { recursive: true });
  const input = {
    directory: join(root, "changes"),
    staging: join(root, "staging"),
    trees: [{ path: join(agent, "project"), root }],
    environment,
  };
  return { root, agent, elsewhere, input };
}

test("an agent's directory that becomes a link while git writes the files leads git nowhere", async () => {
  const { root, agent, elsewhere, input } = place();
  const path = aRepository({ "a.txt": "a\n" });
  const swapping = join(root, "git");
  const swap = `mv ${agent} ${agent}.old; ln -s ${elsewhere} ${agent}; mkdir -p ${elsewhere}/project`;
  writeFileSync(
    swapping,
    `#!/bin/sh\nPATH='${environment.PATH}'\ncase "$*" in *read-tree*) ${swap};; esac\nexec git "$@"\n`,
  );
  chmodSync(swapping, 0o755);
  const swapped = { PATH: `${root}:${environment.PATH}`, HOME: "/nonexistent" };
  await expect(prepareChanges({ ...input, path, environment: swapped })).rejects.toMatchObject({
    code: "LINK_REFUSED",
  });
  expect(everything(elsewhere)).toEqual({ project: expect.anything() });
  expect(existsSync(input.staging)).toBe(false);
});

test("nor a copy of a directory", async () => {
  const { agent, elsewhere, input } = place();
  const path = temporaryDirectory();
  writeFiles(path, Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}`, "x"])));
  const swapping = (async () => {
    while (!existsSync(join(agent, "project"))) await nextTurn();
    renameSync(agent, `${agent}.old`);
    symlinkSync(elsewhere, agent);
    mkdirSync(join(elsewhere, "project"));
  })();
  await prepareChanges({ ...input, path });
  await swapping;
  expect(readdirSync(join(elsewhere, "project"))).toEqual([]);
  expect(readdirSync(join(`${agent}.old`, "project"))).toHaveLength(500);
});

test("what a kill has left there is removed; nowhere else is it made", async () => {
  const { root, input } = place();
  const path = aRepository({ "a.txt": "a\n" });
  writeFiles(input.staging, { "tree_1/a.txt/old": "old" });
  await prepareChanges({ ...input, path });
  expect(readdirSync(root).toSorted()).toEqual(["changes", "elsewhere", "workspace"]);
  expect(readdirSync(input.trees[0]?.path ?? "").toSorted()).toEqual([".git", "a.txt"]);
  for (const staging of [temporaryDirectory(), join(input.trees[0]?.path ?? "", "inside"), root])
    await expect(prepareChanges({ ...input, path, staging })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("staging"),
    });
});
