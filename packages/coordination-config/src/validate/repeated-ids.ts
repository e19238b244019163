import { agentLists } from "./agent-lists.ts";
import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { valueAt } from "./value-at.ts";

/** Ids that are given twice within one list of agents. */
export function repeatedIds(document: unknown): UnplacedProblem[] {
  return agentLists(document).flatMap((path) => repeatedIn(document, path));
}

function repeatedIn(document: unknown, path: readonly PropertyKey[]): UnplacedProblem[] {
  const list = valueAt(document, path);
  if (!Array.isArray(list)) return [];
  const ids = list.map((agent) => valueAt(agent, ["id"]));
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    if (typeof id !== "string" || first === index) return [];
    return [
      {
        at: [...path, index, "id"],
        found: foundText(id),
        rule: `is the id of entry ${first + 1} already`,
        remedy: "Give each agent of the list an id of its own.",
      },
    ];
  });
}
