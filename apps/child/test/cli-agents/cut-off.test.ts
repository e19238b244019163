import { describe, expect, test } from "vitest";
import { outcomes, rowsOfReadme } from "../cut-off/outcome-table.ts";
import { lingering, programOf, tokens, whole } from "../cut-off/subjects.ts";
import { agents, backendOf, noAgents, parent, skipped, vendorApi } from "./cli-parent.ts";

describe.skipIf(noAgents !== undefined)(`cut off${skipped}`, () => {
  test(
    "whatever a command-line agent was at: the README's table says what came back",
    { timeout: 900_000 },
    async () => {
      const rows = await outcomes({ subjects: agents.map(programOf), atOnce: 3 });
      expect(rows).toEqual(rowsOfReadme(Object.keys(rows)));
    },
  );

  test("claude, which has said everything and does not end, is not waited for", async () => {
    const api = await vendorApi({ respond: () => ({ text: whole, usage: tokens }) });
    const manager = parent({
      agents: [{ id: "alpha", backend: backendOf("claude", api) }],
      path: lingering("claude"),
    });
    const { result } = await manager.spawn({ task: "What is six times seven?", subagent_id: "a" });
    expect(await result).toMatchObject({
      status: "completed",
      answer: whole,
      warning: expect.stringContaining("after its answer"),
    });
  });
});
