import { describe, expect, test } from "vitest";
import { recover } from "../../src/index.ts";
import { pairFiles, runDirectory } from "../run-directory.ts";

const status = {
  coordination: { phase: "initial_answer" },
  agents: { beta: { answer_count: 0 }, alpha: { answer_count: 0 } },
  costs: { total_input_tokens: 10 },
};
const drafts = {
  "log/full_logs/status.json": status,
  "log/full_logs/.drafts/alpha_0.md": "Alpha's half",
  "log/full_logs/.drafts/beta_0.md": "Beta's first try",
  "log/full_logs/.drafts/beta_1.md": " Beta's second try, as far as ",
};

describe("a run that was cut off before anybody had answered", () => {
  test("comes back with the draft of the first registered agent, of its last round, and says that it is one", async () => {
    const { logPath, recover: recovered } = runDirectory(drafts);
    const result = await recovered();
    expect(result).toMatchObject({
      status: "partial",
      success: false,
      answer: "Beta's second try, as far as",
      token_usage: { input_tokens: 10 },
      answer_source: {
        reason: "draft",
        agent_id: "beta",
        path: `${logPath}/full_logs/.drafts/beta_1.md`,
        finished: false,
        characters: 28,
      },
    });
    expect(result.warning).toMatch(/no agent had answered: .*"?beta"? .*unfinished draft of 28 characters/);
  });

  test("passes over one that is empty, and names each that it looked at", async () => {
    const files = {
      ...drafts,
      "log/full_logs/.drafts/beta_1.md": " ",
      "log/full_logs/.drafts/beta_0.md": "",
    };
    const { result, considered } = await recover(runDirectory(files).logPath, { ending: "cancelled" });
    expect(result).toMatchObject({ status: "partial", answer: "Alpha's half" });
    expect(considered).toMatchObject([{ reason: "draft", agent_id: "alpha", taken: true }]);
  });

  test("takes drafts in alphabetical order where no status says who was registered first", async () => {
    const { "log/full_logs/status.json": _, ...files } = drafts;
    expect(await runDirectory(files).recover()).toMatchObject({ answer: "Alpha's half" });
  });

  test("takes no other file there for one, and follows no name out of it", async () => {
    const files = {
      "log/full_logs/status.json": status,
      "log/full_logs/.drafts/notes.md": "none",
      "log/full_logs/.drafts/.._0.md": "none",
      "log/full_logs/.drafts/beta_0.md/inner": "none",
    };
    expect(await runDirectory(files).recover()).toMatchObject({ status: "timeout", answer: null });
  });
});

test("a run that failed comes back with the draft as well", async () => {
  const result = await runDirectory(drafts).recover({ ending: "error", error: "killed by signal 9" });
  expect(result).toMatchObject({ status: "error", answer: "Beta's second try, as far as" });
});

test("an answer, however it was chosen, comes before every draft", async () => {
  const files = { ...pairFiles(), "log/full_logs/.drafts/beta_0.md": "A draft" };
  for (const ending of ["timeout", "error", "completed"] as const) {
    const result = await runDirectory(files).recover({ ending });
    expect(result.answer).not.toBe("A draft");
    expect(result.answer_source?.reason).toBe("first");
  }
});
