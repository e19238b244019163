import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { valueAt } from "./value-at.ts";

const places = [[], ["orchestrator"], ["orchestrator", "coordination"]] as const;
const right = "orchestrator.coordination.subagent_broker";

/** A broker that is asked for where nobody looks: whoever relies on it would hand out the keys. */
export function misplacedBroker(document: unknown): UnplacedProblem[] {
  return places.flatMap((place) =>
    Object.entries(valueAt(document, place) ?? {})
      .filter(([key, value]) => isMisplaced(key, place.length) && value !== false && value !== null)
      .map(([key, value]) => ({
        at: [...place, key],
        found: foundText(value),
        rule: "asks for a broker in a place where it has no effect",
        remedy: key.endsWith("routes") ? `Write it as ${right}_routes.` : `Write ${right}: true.`,
      })),
  );
}

function isMisplaced(key: string, depth: number): boolean {
  const isElsewhere = depth < 2 && (key === "subagent_broker" || key === "subagent_broker_routes");
  return isElsewhere || key === "broker" || key === "broker_routes";
}
