import { z } from "zod";
import { limitedText } from "../result/limited-text.ts";
import { keyOrder } from "./key-order.ts";
import {
  describe,
  isJsonObject,
  lenientSection,
  maxUnknownKeys,
  sectionFields,
  type JsonObject,
} from "./lenient-section.ts";
import { nesting } from "./nesting.ts";
import {
  agentShape,
  coordinationShape,
  costsShape,
  historicalWorkspaceShape,
  metaShape,
  resultsShape,
  type AgentStatus,
  type HistoricalWorkspace,
  type OrchestratorStatus,
} from "./orchestrator-status.ts";
import { ProblemList } from "./problem-list.ts";

/** Either what is usable of the status, or why nothing is. */
export type ParsedStatus =
  | { readonly ok: true; readonly status: OrchestratorStatus }
  | { readonly ok: false; readonly problem: string };

const knownSections: ReadonlySet<string> = new Set([
  "meta",
  "costs",
  "coordination",
  "agents",
  "historical_workspaces",
  "results",
  "is_complete",
  "finish_reason",
]);
const fields = {
  meta: sectionFields(metaShape),
  costs: sectionFields(costsShape),
  coordination: sectionFields(coordinationShape),
  agent: sectionFields(agentShape),
  historicalWorkspace: sectionFields(historicalWorkspaceShape),
  results: sectionFields(resultsShape),
};
const voteCountSchema = z.number().int().min(0);

/** What of a file is used. Recorded teams have three agents and as many answers; a team has at most ten. */
const limits = {
  agents: 100,
  /** The newest: those replaced earlier are not returned as long as there is another. */
  historicalWorkspaces: 5000,
  /** One for each label; agents vote once. */
  votes: 1000,
  /** Beyond some thousand levels JSON.stringify fails; engines write five. */
  nesting: 1000,
} as const;
/** Of what JSON.parse says, which repeats a piece of the text. */
const maxReasonCharacters = 200;
const integerLike = /^(?:0|[1-9]\d*)$/;

/**
 * Reads the text of a status.json section by section. Takes text and not a parsed object, because
 * `JSON.parse` loses the order in which agents with integer-like ids were registered.
 *
 * Never throws: text that is no JSON object gives `{ ok: false }` with the reason.
 */
export function parseOrchestratorStatus(text: string): ParsedStatus {
  if (typeof text !== "string") {
    return { ok: false, problem: `status.json must be text, found ${describe(text)}` };
  }
  if (nesting(text, limits.nesting) > limits.nesting) {
    return { ok: false, problem: `status.json is nested deeper than ${limits.nesting} levels` };
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const reason =
      text.trim() === "" ? "it is empty" : limitedText((error as Error).message, maxReasonCharacters);
    return { ok: false, problem: `status.json is not valid JSON: ${reason}` };
  }
  if (!isJsonObject(document)) {
    return { ok: false, problem: `status.json must be an object, found ${describe(document)}` };
  }
  return { ok: true, status: readSections(document, text) };
}

function readSections(document: JsonObject, text: string): OrchestratorStatus {
  const problems = new ProblemList();
  const { meta, costs, coordination, agents, historical_workspaces, results } = document;
  const unknown = Object.keys(document).filter((key) => !knownSections.has(key));
  const other = firstOf(unknown, maxUnknownKeys, "(top)", "unknown sections", problems);
  return {
    meta: lenientSection(fields.meta, meta, "meta", problems) ?? {},
    costs: lenientSection(fields.costs, costs, "costs", problems),
    coordination: lenientSection(fields.coordination, coordination, "coordination", problems) ?? {},
    agents: readAgents(agents, text, problems),
    historical_workspaces: readHistory(historical_workspaces, problems),
    results: readResults(results, problems),
    is_complete: typeof document.is_complete === "boolean" ? document.is_complete : undefined,
    finish_reason: typeof document.finish_reason === "string" ? document.finish_reason : undefined,
    other: Object.fromEntries(other.map((key) => [key, document[key]])),
    problems: problems.all(),
  };
}

function readAgents(section: unknown, text: string, problems: ProblemList): ReadonlyMap<string, AgentStatus> {
  const agents = new Map<string, AgentStatus>();
  if (section === undefined) return agents;
  if (!isJsonObject(section)) {
    problems.add("agents", () => `expected an object, found ${describe(section)}`);
    return agents;
  }
  const keys = Object.keys(section);
  const inOrder = keys.some((key) => integerLike.test(key))
    ? keyOrder(text, "agents", limits.agents + 1)
    : keys;
  for (const id of firstOf(inOrder, limits.agents, "agents", "agents", problems)) {
    // A damaged entry still registers its agent: its place in the order breaks ties.
    agents.set(id, lenientSection(fields.agent, section[id], `agents.${id}`, problems) ?? {});
  }
  return agents;
}

function readHistory(section: unknown, problems: ProblemList): HistoricalWorkspace[] {
  if (section === undefined) return [];
  if (!Array.isArray(section)) {
    problems.add("historical_workspaces", () => `expected an array, found ${describe(section)}`);
    return [];
  }
  const skipped = Math.max(0, section.length - limits.historicalWorkspaces);
  if (skipped > 0) {
    const message = () => `only the newest ${limits.historicalWorkspaces} of ${section.length} are used`;
    problems.add("historical_workspaces", message);
  }
  return section.slice(skipped).flatMap((entry: unknown, index) => {
    const path = `historical_workspaces.${skipped + index}`;
    const parsed = lenientSection(fields.historicalWorkspace, entry, path, problems);
    return parsed?.agentId === undefined ? [] : [parsed];
  });
}

function readResults(section: unknown, problems: ProblemList): OrchestratorStatus["results"] {
  const votes = new Map<string, number>();
  const results = lenientSection(fields.results, section, "results", problems) ?? {};
  const counted = results["votes"];
  if (isJsonObject(counted)) {
    const labels = firstOf(Object.keys(counted), limits.votes, "results.votes", "labels", problems);
    for (const label of labels) {
      const parsed = voteCountSchema.safeParse(counted[label]);
      if (parsed.success) votes.set(label, parsed.data);
      else {
        problems.add(`results.votes.${label}`, () => `expected a count, found ${describe(counted[label])}`);
      }
    }
  } else if (counted !== undefined && counted !== null) {
    problems.add("results.votes", () => `expected an object, found ${describe(counted)}`);
  }
  return { ...results, votes };
}

/** The first of many keys; that there are more is a problem. */
function firstOf(
  keys: readonly string[],
  most: number,
  path: string,
  what: string,
  problems: ProblemList,
): readonly string[] {
  if (keys.length <= most) return keys;
  problems.add(path, () => `only the first ${most} ${what} are used`);
  return keys.slice(0, most);
}
