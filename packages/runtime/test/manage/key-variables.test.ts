import { childConfigPath } from "@retinue/testkit";
import { parseRunRecord } from "@retinue/engine-contract";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { managerOf, scriptedOptions } from "./workspace.ts";

const secrets = {
  OPENAI_API_KEY: "openai",
  OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
  ANTHROPIC_API_KEY: "anthropic",
  TEAM_KEY: "team",
  AWS_SECRET_ACCESS_KEY: "aws",
  EVERYWHERE: "everywhere",
};

/** An engine that writes down which of them reached it. */
const names = Object.keys(secrets).join("|");
const engine = {
  kind: "retinue-child" as const,
  command: ["sh", "-c", `env | grep -E '^(${names})=' | sort > environment.txt; exit 3`],
};

test("a run gets the variables that its team's backends read, and those that every run gets; no others", async () => {
  const manager = managerOf({
    ...scriptedOptions(),
    engine,
    agents: [
      { id: "a", backend: { type: "openai", model: "gpt-5-mini" } },
      { id: "b", backend: { type: "claude", model: "claude-haiku-4-5", api_key: "${TEAM_KEY}" } },
    ],
    coordination: { subagent_orchestrator: { enabled: true } },
    environment: { PATH: process.env["PATH"], ...secrets },
    keyVariables: ["EVERYWHERE"],
  });
  const { workspace, result, subagentId, statusFile } = await manager.spawn({ task: "Say it." });
  await result;
  const reached = ["EVERYWHERE", "OPENAI_API_KEY", "OPENAI_BASE_URL", "TEAM_KEY"];
  expect(namesIn(workspace)).toEqual(reached);

  // The subagent can write in its own workspace: what it writes there does not open the parent's environment.
  const text = readFileSync(childConfigPath(workspace), "utf8");
  const forged = join(workspace, `subagent_config_${subagentId}.yaml`);
  writeFileSync(forged, text.replace("TEAM_KEY", "AWS_SECRET_ACCESS_KEY"));
  await (
    await manager.continue(subagentId, "Again.")
  ).result;
  expect(namesIn(workspace)).toEqual(reached);

  const record = readFileSync(join(dirname(dirname(statusFile)), "run.json"), "utf8");
  expect(parseRunRecord(record).key_variables).toEqual([
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "TEAM_KEY",
    "ANTHROPIC_BASE_URL",
  ]);
  for (const value of ["anthropic", "team", "aws"]) expect(record).not.toContain(`"${value}"`);
});

function namesIn(workspace: string): string[] {
  const lines = readFileSync(join(workspace, "environment.txt"), "utf8").trim().split("\n");
  return lines.map((line) => line.split("=")[0] ?? "");
}
