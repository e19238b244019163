import { expect, test } from "vitest";
import { settingsOf } from "../../src/configure/manager-options.ts";
import { isOwnerAlive } from "../../src/own/owner.ts";
import { OpenWorkspace } from "../../src/run/open-workspace.ts";
import { scriptedOptions } from "../manage/workspace.ts";

test("ownership is let go of when what its owner writes is written, and nothing is written without it", async () => {
  const workspace = new OpenWorkspace(settingsOf(scriptedOptions()), {
    adoptOrphans: async () => {},
    activeEntries: () => [],
  });
  const { owner, state } = workspace;
  const { promise, resolve } = Promise.withResolvers<void>();
  const written = workspace.asOwner(() => promise);
  const closed = workspace.close();
  await expect(workspace.asOwner(async () => {})).rejects.toMatchObject({ code: "CLOSED" });
  expect(isOwnerAlive(state.owners, owner.id)).toBe(true);
  resolve();
  await Promise.all([written, closed]);
  expect(isOwnerAlive(state.owners, owner.id)).toBe(false);
});
