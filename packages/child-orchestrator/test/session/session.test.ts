import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scriptedTeam } from "../scripted/scripted-team.ts";

const quick = { skip_voting: true, skip_final_presentation: true };
const sessionOf = (directory: string) => readFileSync(join(directory, ".massgen/.session_id"), "utf8");

describe("a session", () => {
  it("is named from the start and keeps the turn", async () => {
    const team = scriptedTeam({ alpha: ["First answer."] }, quick);
    const outcome = await team.run();
    const id = sessionOf(team.directory);
    expect(id).toMatch(/^session_\d{8}_\d{6}$/);
    expect(outcome.sessionId).toBe(id);
    const session = join(team.directory, ".massgen/sessions", id);
    expect(readdirSync(session).toSorted()).toEqual([
      "SESSION_SUMMARY.txt",
      "turn_1",
      "winning_agents_history.json",
    ]);
    expect(readFileSync(join(session, "turn_1/answer.txt"), "utf8")).toBe("First answer.");
    expect(JSON.parse(readFileSync(join(session, "turn_1/metadata.json"), "utf8"))).toEqual({
      turn: 1,
      timestamp: expect.stringMatching(/^\d{4}-/),
      winning_agent: "alpha",
      task: "Review the repository.",
      session_id: id,
    });
    expect(readFileSync(join(session, "SESSION_SUMMARY.txt"), "utf8")).toMatch(
      /TURN 1\n[^]*Winning Agent: alpha/,
    );
  });

  it("continued tells the agents what was asked and answered, and adds a turn", async () => {
    const team = scriptedTeam({ alpha: ["First answer.\nOf two lines."] }, quick);
    await team.run();
    const sessionId = sessionOf(team.directory);
    const outcome = await team.run({ sessionId, prompt: "And now?", outputFile: "second.txt" });
    expect(outcome).toMatchObject({ kind: "answered", sessionId });
    const prompt = team.prompt("alpha_0");
    expect(prompt).toMatch(/Task of turn 1:\n> Review the repository\.\n/);
    expect(prompt).toMatch(/Answer of turn 1:\n> First answer\.\n> Of two lines\.\n/);
    expect(prompt).toMatch(/# Your task now\n\nAnd now\?/);
    const session = join(team.directory, ".massgen/sessions", sessionId);
    expect(existsSync(join(session, "turn_2/answer.txt"))).toBe(true);
    expect(JSON.parse(readFileSync(join(session, "winning_agents_history.json"), "utf8"))).toEqual([
      { agent_id: "alpha", turn: 1 },
      { agent_id: "alpha", turn: 2 },
    ]);
    // The agent finds its files again.
    expect(readdirSync(team.directory).filter((name) => name.startsWith("agent_1_"))).toHaveLength(1);
  });

  it("can be continued after a run that ended without an answer, and after a turn that was cut off", async () => {
    const team = scriptedTeam({ alpha: [{ exit: 1 }] }, quick);
    await team.run();
    const sessionId = sessionOf(team.directory);
    const session = join(team.directory, ".massgen/sessions", sessionId);
    mkdirSync(join(session, "turn_1"));
    expect(await team.run({ sessionId })).toMatchObject({ kind: "failed", sessionId });
    expect(team.prompt("alpha_0")).not.toContain("Earlier in this session");
    writeFileSync(join(team.directory, "script/alpha_0.exit"), "0");
    writeFileSync(join(team.directory, "script/alpha_0.out"), "At last.");
    expect(await team.run({ sessionId })).toMatchObject({ kind: "answered" });
    expect(readdirSync(session)).toContain("turn_2");
  });

  it("that is unknown is refused with those that are known; a path is no session", async () => {
    const team = scriptedTeam({ alpha: ["A."] }, quick);
    await team.run();
    const known = sessionOf(team.directory);
    await expect(team.run({ sessionId: "session_x" })).rejects.toMatchObject({
      code: "UNKNOWN_SESSION",
      remedy: expect.stringContaining(known),
    });
    await expect(team.run({ sessionId: "../../etc" })).rejects.toMatchObject({ code: "INVALID_ID" });
  });

  it("of the same second as another gets a name of its own", async () => {
    const team = scriptedTeam({ alpha: ["A."] }, quick);
    const outcomes = await Promise.all([
      team.run({ outputFile: "1" }),
      team.run({ outputFile: "2" }),
      team.run(),
    ]);
    expect(new Set(outcomes.map(({ sessionId }) => sessionId)).size).toBe(3);
    expect(new Set(outcomes.map(({ attemptDirectory }) => attemptDirectory)).size).toBe(3);
  });
});
