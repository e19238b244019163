import { describe, expect, test } from "vitest";
import { EngineContractError, validateChildConfig } from "../../src/index.ts";

const agent = { id: "alpha", backend: { type: "command", command: ["node", "x.mjs"] } };

test("a team comes through with what its backends need, and defaults", () => {
  const config = validateChildConfig({ agents: [agent], massgen_only: 1 });
  expect(config).toEqual({ agents: [agent], massgen_only: 1, orchestrator: {} });
  const paths = validateChildConfig({ agents: [agent], orchestrator: { context_paths: [{ path: "/p" }] } });
  expect(paths.orchestrator.context_paths).toEqual([{ path: "/p", permission: "read" }]);
});

describe("every problem is named at once", () => {
  test.each([
    [null, ["(top)"]],
    [{ agents: [] }, ["agents"]],
    [{ agents: Array.from({ length: 11 }, (_, index) => ({ ...agent, id: `a${index}` })) }, ["agents"]],
    [{ agents: [agent, agent] }, ["agent ids must differ"]],
    [{ agents: [{ id: "../x", backend: {} }] }, ["agents[0].id", "agents[0].backend.type"]],
    [
      { agents: [agent], orchestrator: { coordination: { enable_subagents: true } } },
      ["orchestrator.coordination.enable_subagents"],
    ],
    [
      { agents: [agent], orchestrator: { final_answer_strategy: "best", max_new_answers_per_agent: 0 } },
      ["final_answer_strategy", "max_new_answers_per_agent"],
    ],
    [
      { agents: [agent], timeout_settings: { initial_round_timeout_seconds: -1 } },
      ["timeout_settings.initial_round_timeout_seconds"],
    ],
  ])("%#", (document, places) => {
    const error = refused(document);
    for (const place of places) expect(error.message).toContain(place);
    expect(error).toMatchObject({ code: "INVALID_CHILD_CONFIG" });
    expect(error.message).toContain("team.yaml is not valid");
  });
});

function refused(document: unknown): EngineContractError {
  try {
    validateChildConfig(document, "team.yaml");
  } catch (error) {
    if (error instanceof EngineContractError) return error;
  }
  throw new Error("it was not refused");
}
