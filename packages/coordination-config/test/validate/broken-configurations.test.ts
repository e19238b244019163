import { CoordinationConfigError, parseParentConfig, type ConfigProblem } from "@retinue/coordination-config";
import { verifies } from "@retinue/testkit";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const directory = join(import.meta.dirname, "../fixtures/broken");
const names = readdirSync(directory)
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => file.slice(0, -".yaml".length));

async function refusal(name: string): Promise<CoordinationConfigError> {
  const text = readFileSync(join(directory, `${name}.yaml`), "utf8");
  const error: unknown = await parseParentConfig(text, `${name}.yaml`).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CoordinationConfigError))
    throw new Error(`${name} was not refused`, { cause: error });
  return error;
}

// Read them: each golden file is what a person sees. `vitest -u` writes them anew.
describe("broken configurations", () => {
  it("are at least thirty", () => expect(names.length).toBeGreaterThanOrEqual(30));

  it.each(names)(
    `%s is refused with place, value, rule and remedy ${verifies("CONFIG-ALL-AT-ONCE")}`,
    async (name) => {
      const { code, message, remedy, details } = await refusal(name);
      expect(code).toBe("INVALID_CONFIGURATION");
      await expect(`${message}\n${remedy}\n`).toMatchFileSnapshot(join(directory, `${name}.txt`));
      const problems = details["problems"] as ConfigProblem[];
      expect(problems.length).toBeGreaterThan(0);
      for (const { line, column, ...texts } of problems) {
        expect(Math.min(line, column)).toBeGreaterThan(0);
        expect(Object.values(texts).every((text) => text !== "")).toBe(true);
      }
    },
  );
});

describe("rules that contradictions break", () => {
  const paths = async (name: string) =>
    ((await refusal(name)).details["problems"] as ConfigProblem[]).map(({ path }) => path);
  const at = "orchestrator.coordination.";

  it.each(["18-fallback-with-inherited", "19-fallback-with-delegated"])(
    `%s ${verifies("CONFIG-MODES")}`,
    async (name) => {
      expect(await paths(name)).toEqual([`${at}subagent_runtime_fallback_mode`]);
    },
  );

  it(`the evaluator needs one parent ${verifies("CONFIG-EVALUATOR-PARENT")}`, async () => {
    expect(await paths("33-evaluator-with-two-parents")).toEqual(["agents"]);
  });

  it(`the evaluator needs the gated checklist ${verifies("CONFIG-EVALUATOR-VOTING")}`, async () => {
    expect(await paths("34-evaluator-without-checklist")).toEqual(["orchestrator.voting_sensitivity"]);
  });

  it(`the evaluator needs subagents, their orchestrator and its type ${verifies("CONFIG-EVALUATOR-SUBAGENTS", "CONFIG-EVALUATOR-ORCHESTRATOR", "CONFIG-EVALUATOR-TYPE")}`, async () => {
    expect((await paths("35-evaluator-without-the-rest")).toSorted()).toEqual([
      `${at}enable_subagents`,
      `${at}subagent_orchestrator.enabled`,
      `${at}subagent_types`,
    ]);
  });

  it(`the evaluator is managed by the orchestrator ${verifies("CONFIG-EVALUATOR-MANAGED")}`, async () => {
    expect(await paths("32-evaluator-not-managed")).toEqual([`${at}round_evaluator_before_checklist`]);
  });
});
