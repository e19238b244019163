import fc from "fast-check";
import {
  agentsOf,
  childConfig,
  CoordinationConfigError,
  inheritedSettingsOf,
  parseParentConfig,
  resolveTeam,
  type ConfigProblem,
} from "@retinue/coordination-config";
import { EngineContractError } from "@retinue/engine-contract";
import { expect, it } from "vitest";
import { recordedCases, textOf } from "../recorded-cases.ts";

const texts = [...new Set(recordedCases().map(({ name }) => name))].map((name) =>
  textOf(name, "parent.yaml"),
);
const values = [
  "null",
  "[]",
  "{}",
  "7",
  "-1",
  "'x'",
  "true",
  "[1]",
  "{a: 1}",
  "&a [*a]",
  "1e999",
  "*none",
  "!!binary aa",
];
const mutation = fc.record({
  line: fc.nat(60),
  how: fc.oneof(
    fc.constantFrom(...values).map((value) => (line: string) => line.replace(/:( .*)?$/, `: ${value}`)),
    fc.constant(() => ""),
    fc.constant((line: string) => `  ${line}`),
    fc.string().map((text) => (line: string) => line + text),
  ),
});

function mutated(text: string, mutations: { line: number; how: (line: string) => string }[]): string {
  const lines = text.split("\n");
  for (const { line, how } of mutations) lines[line % lines.length] = how(lines[line % lines.length] ?? "");
  return lines.join("\n");
}

/** Reads a configuration and makes a child of it. Anything but a refusal of ours is a crash, and thrown. */
async function outcomeOf(text: string): Promise<{ used: boolean; places: number[] }> {
  try {
    const { config } = await parseParentConfig(text, "f.yaml");
    const agents = agentsOf(config);
    const coordination = inheritedSettingsOf(config);
    const orchestrator = coordination.subagent_orchestrator;
    const team = resolveTeam({ agents, spawningAgentId: agents[0]?.id, orchestrator });
    childConfig({ subagentId: "r", team, workspace: "/w", contextPaths: [], refine: true, coordination });
    return { used: true, places: [] };
  } catch (error) {
    if (error instanceof EngineContractError) return { used: true, places: [] };
    if (!(error instanceof CoordinationConfigError)) throw error;
    const problems = error.details["problems"] as ConfigProblem[];
    return { used: false, places: problems.flatMap(({ line, column }) => [line, column]) };
  }
}

it("a damaged configuration is either used or refused with places, and never a crash", async () => {
  const seen = { used: 0, refused: 0 };
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), mutations, async (text, changes) => {
      const { used, places } = await outcomeOf(mutated(text, changes));
      seen[used ? "used" : "refused"]++;
      expect(places.length > 0 && places.every((place) => place > 0)).toBe(!used);
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(seen.used, seen.refused)).toBeGreaterThan(50);
});
