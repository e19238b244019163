import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { modelAgent, parentOf, vendorApi } from "./model-parent.ts";

test(`a model reads its parent's workspace, the reference directory and the context paths, and writes into none ${verifies("CONTEXT-PARENT", "CONTEXT-TEMP", "CONTEXT-PATHS")}`, async () => {
  const base = temporaryDirectory("retinue-context-");
  const [workspace, temporaryWorkspace, docs] = ["workspace", "reference", "docs"].map((name) => {
    mkdirSync(join(base, name));
    writeFileSync(join(base, name, "notes.txt"), `the notes of ${name}`);
    return join(base, name);
  }) as [string, string, string];
  const places = [workspace, temporaryWorkspace, docs];
  const calls = places.flatMap((place) => [
    { name: "read_file", arguments: { path: join(place, "notes.txt") } },
    { name: "write_file", arguments: { path: join(place, "notes.txt"), content: "overwritten" } },
    { name: "write_file", arguments: { path: join(place, "new.txt"), content: "made" } },
  ]);
  const told = async (task: object) => {
    const api = await vendorApi({ steps: [{ reply: { toolCalls: calls } }, { reply: { text: "Done." } }] });
    const manager = parentOf(
      [modelAgent("alpha", "chatcompletion", api)],
      undefined,
      {},
      {
        workspace,
        temporaryWorkspace,
      },
    );
    const { result } = await manager.spawn({ task: "Look around.", ...task });
    expect(await result).toMatchObject({ status: "completed", answer: "Done." });
    return api.requests[1]?.messages.filter(({ role }) => role === "tool").map(({ text }) => text) ?? [];
  };

  const all = await told({ context_paths: [docs] });
  expect(all).toHaveLength(calls.length);
  for (const [index, name] of ["workspace", "reference", "docs"].entries()) {
    const [read, ...writes] = all.slice(index * 3);
    expect(read).toContain(`the notes of ${name}`);
    for (const write of writes.slice(0, 2)) expect(write).toMatch(/is not in one of your places/);
  }
  const none = await told({ include_parent_workspace: false, include_temp_workspace: false });
  expect(none.join("\n")).not.toContain("the notes of");
  for (const place of places) {
    expect(readFileSync(join(place, "notes.txt"), "utf8")).toMatch(/^the notes of/);
    expect(readdirSync(place)).not.toContain("new.txt");
  }
});
