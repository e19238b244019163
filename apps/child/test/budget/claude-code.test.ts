import { installedProgram } from "@retinue/testkit";
import type { VendorScript } from "@retinue/testkit/vendor-api";
import { describe, expect, test } from "vitest";
import { backendOf, parent, vendorApi } from "../cli-agents/cli-parent.ts";

const { missing } = installedProgram("claude");

const usage = { inputTokens: 990, outputTokens: 10 };
const task = "Look around for ever.";

/** Looks for files again and again, whatever it is told. */
const wasteful: VendorScript = {
  respond: () => ({
    text: "As far as I have come.",
    toolCalls: [{ name: "Glob", arguments: { pattern: "*.none" } }],
    usage,
  }),
};

describe.skipIf(missing !== undefined)(`Claude Code${missing ? ` (skipped: ${missing})` : ""}`, () => {
  test("is interrupted as soon as it asks further, its budget being spent; its draft is kept", async () => {
    const api = await vendorApi(wasteful);
    const manager = parent({
      agents: [{ id: "alpha", backend: backendOf("claude", api) }],
      coordination: { subagent_max_tokens: 3500 },
    });
    const { result } = await manager.spawn({ task });
    const { budget, ...recovered } = await result;
    expect(recovered).toMatchObject({
      status: "partial",
      answer: expect.stringContaining("As far as I have come.") as string,
      answer_source: { reason: "draft" },
      error: "the run was stopped since its budget was spent",
    });
    // The fourth call spends it, a fifth is what it is interrupted at.
    const asked = api.requests.filter(({ text }) => text.includes(task));
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(budget).toMatchObject({ max_tokens: 3500, left_tokens: 0, held_by: "engine" });
    expect(budget?.spent_tokens).toBeLessThanOrEqual(5000);
  });
});
