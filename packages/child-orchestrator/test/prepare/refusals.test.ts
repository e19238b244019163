import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scriptedTeam } from "../scripted/scripted-team.ts";

describe("a team that cannot be started", () => {
  it("is refused for an unknown backend, with those that are known", async () => {
    const team = scriptedTeam({ alpha: ["A."] });
    const config = { ...team.config, agents: [{ id: "alpha", backend: { type: "telepathy" } }] };
    await expect(team.run({ config })).rejects.toMatchObject({
      code: "UNKNOWN_BACKEND",
      message: expect.stringContaining('"telepathy"'),
      remedy: expect.stringMatching(/^Use one of: .*\bcommand, .*\bopenai\b/),
    });
    expect(existsSync(join(team.directory, "logs"))).toBe(false);
    const own = { telepathy: async () => () => ({ respond: async () => ({ text: "Thought." }) }) };
    const done = { ...config, orchestrator: { skip_voting: true, skip_final_presentation: true } };
    expect(await team.run({ config: done, backends: own })).toMatchObject({ answer: "Thought." });
    const broken = {
      telepathy: async () => () => ({ respond: () => Promise.reject(new Error("no signal")) }),
    };
    expect(await team.run({ config: done, backends: broken })).toMatchObject({
      kind: "failed",
      failures: [{ agentId: "alpha", message: "its backend failed: no signal" }],
    });
  });

  it.each([
    ["no command", {}, /backend\.command/],
    ["a command line", { command: "node x.mjs" }, /backend\.command/],
    ["an empty command", { command: [] }, /backend\.command/],
    ["an environment of numbers", { command: ["true"], env: { A: 1 } }, /backend\.env\.A/],
  ])("is refused for %s, naming the key", async (_, backend, message) => {
    const team = scriptedTeam({ alpha: ["A."] });
    const config = { ...team.config, agents: [{ id: "alpha", backend: { type: "command", ...backend } }] };
    await expect(team.run({ config })).rejects.toMatchObject({
      code: "INVALID_BACKEND",
      message: expect.stringMatching(message),
    });
  });

  it("is refused for an agent id that the log layout uses, an empty prompt, and logs that cannot be written", async () => {
    await expect(scriptedTeam({ final: ["A."] }).run()).rejects.toMatchObject({ code: "INVALID_AGENT" });
    const team = scriptedTeam({ alpha: ["A."] });
    await expect(team.run({ prompt: " \n" })).rejects.toMatchObject({ code: "EMPTY_PROMPT" });
    const file = join(team.directory, "file");
    writeFileSync(file, "");
    await expect(team.run({ logBaseDirectory: join(file, "logs") })).rejects.toMatchObject({
      code: "NOT_WRITABLE",
      message: expect.stringContaining(file),
    });
  });

  it("is refused for an answer that cannot be written, and for context paths that are not there, before it costs anything", async () => {
    const team = scriptedTeam({ alpha: ["A."] });
    await expect(team.run({ outputFile: "script" })).rejects.toMatchObject({
      code: "NOT_WRITABLE",
      message: expect.stringMatching(/script: it is a directory/),
    });
    writeFileSync(join(team.directory, "file"), "");
    await expect(team.run({ outputFile: "file/answer.txt" })).rejects.toMatchObject({ code: "NOT_WRITABLE" });
    const context_paths = ["script", "not/there", "/nor/here"].map((path) => ({
      path,
      permission: "read" as const,
    }));
    await expect(
      team.run({ config: { ...team.config, orchestrator: { context_paths } } }),
    ).rejects.toMatchObject({
      code: "MISSING_CONTEXT_PATH",
      message: `no such context path: ${team.directory}/not/there, /nor/here`,
    });
    expect(team.started()).toEqual([]);
  });
});
