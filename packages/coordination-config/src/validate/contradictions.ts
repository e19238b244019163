import { misspeltTypes } from "./backend-types.ts";
import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { evaluatorContradictions } from "./evaluator-contradictions.ts";
import { misplacedBroker } from "./misplaced-broker.ts";
import { repeatedIds } from "./repeated-ids.ts";
import { valueAt } from "./value-at.ts";

const at = ["orchestrator", "coordination"] as const;

/**
 * What does not go together although each key alone is right. Looks at the document as it was written, so
 * that everything is reported at once, whatever else is wrong.
 */
export function contradictions(document: unknown): UnplacedProblem[] {
  const coordination = (key: string) => valueAt(document, [...at, key]);
  const problem = (key: string, rule: string, remedy: string): UnplacedProblem => ({
    at: [...at, key],
    found: foundText(coordination(key)),
    rule,
    remedy,
  });
  const problems: UnplacedProblem[] = [];

  const minimum = coordination("subagent_min_timeout") ?? 60;
  const maximum = coordination("subagent_max_timeout") ?? 600;
  if (typeof minimum === "number" && typeof maximum === "number" && minimum > maximum) {
    const key =
      coordination("subagent_min_timeout") === undefined ? "subagent_max_timeout" : "subagent_min_timeout";
    problems.push(
      problem(
        key,
        `subagent_min_timeout (${minimum}) must not be above subagent_max_timeout (${maximum})`,
        "Lower subagent_min_timeout or raise subagent_max_timeout.",
      ),
    );
  }
  for (const what of ["cost", "tokens"]) {
    const [key, total] = [`subagent_max_${what}`, `subagent_max_total_${what}`];
    const [most, all] = [coordination(key), coordination(total)];
    if (typeof most !== "number" || typeof all !== "number" || most <= all) continue;
    const rule = `${key} (${most}), of one run, must not be above ${total} (${all}), of all together`;
    problems.push(problem(key, rule, `Lower ${key} or raise ${total}.`));
  }
  const mode = coordination("subagent_runtime_mode") ?? "isolated";
  if (coordination("subagent_runtime_fallback_mode") === "inherited" && mode !== "isolated") {
    problems.push(
      problem(
        "subagent_runtime_fallback_mode",
        `does not go with subagent_runtime_mode ${foundText(mode)}: only isolated can fall back`,
        "Remove the fallback, or set subagent_runtime_mode: isolated.",
      ),
    );
  }
  if (coordination("async_subagents") !== undefined) {
    problems.push(
      problem(
        "async_subagents",
        "is no longer a key",
        "Write background_subagents: {enabled: true, injection_strategy: tool_result} instead.",
      ),
    );
  }
  if (valueAt(document, ["agents"]) === undefined && valueAt(document, ["agent"]) === undefined) {
    problems.push({
      at: ["agents"],
      found: "nothing",
      rule: "there must be at least one agent",
      remedy: 'Add agents, for example [{"id": "lead", "backend": {"type": "openai", "model": "gpt-5"}}].',
    });
  }
  return [
    ...problems,
    ...evaluatorContradictions(document),
    ...misplacedBroker(document),
    ...repeatedIds(document),
    ...misspeltTypes(document),
  ];
}
