import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { eventually, installedProgram, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { draftOf } from "../programs/draft-of.ts";
import { agents, backendOf, noAgents, parent, skipped, vendorApi, type Agent } from "./cli-parent.ts";

const half = "Six times seven is, as far as I have come, ";
const usage = { inputTokens: 1000, outputTokens: 9 };

/** A PATH on which the program says everything, and does not end. */
function lingering(program: Agent): string {
  const directory = temporaryDirectory("retinue-lingering-");
  const real = installedProgram(program).path ?? "";
  const path = join(directory, program);
  writeFileSync(
    path,
    `#!/bin/sh\n"${real}" "$@"\ncase $1 in exec | --print | --output-format*) sleep 600 ;; esac\n`,
  );
  chmodSync(path, 0o755);
  return [directory, dirname(real), process.env["PATH"]].join(delimiter);
}

describe.skipIf(noAgents !== undefined)(`cut off${skipped}`, () => {
  // Codex hands on whole messages.
  it.each(agents.filter((agent) => agent !== "codex"))(
    "%s in the middle of its first answer: the words that had come are the result",
    async (agent) => {
      const api = await vendorApi({ respond: () => ({ text: half, usage, hang: true }) });
      const manager = parent({ agents: [{ id: "alpha", backend: backendOf(agent, api) }] });
      const run = await manager.spawn({ task: "What is six times seven?", subagent_id: "a" });
      await eventually("its words", () => draftOf(run).startsWith("Six times seven is, as far as I have "));
      void manager.cancel("a");
      const result = await run.result;
      expect(result).toMatchObject({
        status: "partial",
        answer: half.trim(),
        answer_source: {
          reason: "draft",
          agent_id: "alpha",
          finished: false,
          characters: half.trim().length,
        },
        // Gemini CLI counts at its end.
        token_usage: agent === "claude" ? { input_tokens: 1000, output_tokens: 1 } : {},
      });
    },
  );

  it.each(agents)("%s after its whole answer, before it exits: the answer is the result", async (agent) => {
    const api = await vendorApi({ respond: () => ({ text: "Forty-two.", usage }) });
    const manager = parent({
      agents: [{ id: "alpha", backend: backendOf(agent, api) }],
      path: lingering(agent),
    });
    const run = await manager.spawn({ task: "What is six times seven?", subagent_id: "a" });
    await eventually("its answer", () => draftOf(run) === "Forty-two.");
    void manager.cancel("a");
    const result = await run.result;
    expect(result).toMatchObject({
      status: "partial",
      answer: "Forty-two.",
      answer_source: { reason: "first", agent_id: "alpha" },
      token_usage: { input_tokens: 1000, output_tokens: 9 },
    });
  });

  it("claude, which has said everything and does not end, is not waited for", async () => {
    const api = await vendorApi({ respond: () => ({ text: "Forty-two.", usage }) });
    const manager = parent({
      agents: [{ id: "alpha", backend: backendOf("claude", api) }],
      path: lingering("claude"),
    });
    const { result } = await manager.spawn({ task: "What is six times seven?", subagent_id: "a" });
    expect(await result).toMatchObject({
      status: "completed",
      answer: "Forty-two.",
      warning: expect.stringContaining("after its answer"),
    });
  });
});
