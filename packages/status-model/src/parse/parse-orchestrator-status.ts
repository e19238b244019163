import { z } from "zod";
import { keyOrder } from "./key-order.ts";
import { describe, isJsonObject, lenientSection, sectionFields, type JsonObject } from "./lenient-section.ts";
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
  type StatusProblem,
} from "./orchestrator-status.ts";

/** Either what is usable of the status, or why nothing is. */
export type ParsedStatus =
  | { readonly ok: true; readonly status: OrchestratorStatus }
  | { readonly ok: false; readonly problem: string };

const knownSections = [
  "meta",
  "costs",
  "coordination",
  "agents",
  "historical_workspaces",
  "results",
  "is_complete",
  "finish_reason",
];
const fields = {
  meta: sectionFields(metaShape),
  costs: sectionFields(costsShape),
  coordination: sectionFields(coordinationShape),
  agent: sectionFields(agentShape),
  historicalWorkspace: sectionFields(historicalWorkspaceShape),
  results: sectionFields(resultsShape),
};
const voteCountSchema = z.number().int().min(0);
const integerLike = /^(?:0|[1-9]\d*)$/;

/**
 * Reads the text of a status.json section by section. Takes text and not a parsed object, because
 * `JSON.parse` loses the order in which agents with integer-like ids were registered.
 *
 * Never throws: text that is no JSON object gives `{ ok: false }` with the reason.
 */
export function parseOrchestratorStatus(text: string): ParsedStatus {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const reason = text.trim() === "" ? "it is empty" : (error as Error).message;
    return { ok: false, problem: `status.json is not valid JSON: ${reason}` };
  }
  if (!isJsonObject(document)) {
    return { ok: false, problem: `status.json must be an object, found ${describe(document)}` };
  }
  return { ok: true, status: readSections(document, text) };
}

function readSections(document: JsonObject, text: string): OrchestratorStatus {
  const problems: StatusProblem[] = [];
  const { meta, costs, coordination, agents, historical_workspaces, results } = document;
  const other = Object.entries(document).filter(([key]) => !knownSections.includes(key));
  return {
    meta: lenientSection(fields.meta, meta, "meta", problems) ?? {},
    costs: lenientSection(fields.costs, costs, "costs", problems),
    coordination: lenientSection(fields.coordination, coordination, "coordination", problems) ?? {},
    agents: readAgents(agents, text, problems),
    historical_workspaces: readHistory(historical_workspaces, problems),
    results: readResults(results, problems),
    is_complete: typeof document.is_complete === "boolean" ? document.is_complete : undefined,
    finish_reason: typeof document.finish_reason === "string" ? document.finish_reason : undefined,
    other: Object.fromEntries(other),
    problems,
  };
}

function readAgents(
  section: unknown,
  text: string,
  problems: StatusProblem[],
): ReadonlyMap<string, AgentStatus> {
  const agents = new Map<string, AgentStatus>();
  if (section === undefined) return agents;
  if (!isJsonObject(section)) {
    problems.push({ path: "agents", message: `expected an object, found ${describe(section)}` });
    return agents;
  }
  const keys = Object.keys(section);
  const ordered = keys.some((key) => integerLike.test(key)) ? keyOrder(text, "agents") : keys;
  for (const id of ordered) {
    // A damaged entry still registers its agent: its place in the order breaks ties.
    agents.set(id, lenientSection(fields.agent, section[id], `agents.${id}`, problems) ?? {});
  }
  return agents;
}

function readHistory(section: unknown, problems: StatusProblem[]): HistoricalWorkspace[] {
  if (section === undefined) return [];
  if (!Array.isArray(section)) {
    const message = `expected an array, found ${describe(section)}`;
    problems.push({ path: "historical_workspaces", message });
    return [];
  }
  return section.flatMap((entry: unknown, index) => {
    const path = `historical_workspaces.${index}`;
    const parsed = lenientSection(fields.historicalWorkspace, entry, path, problems);
    return parsed?.agentId === undefined ? [] : [parsed];
  });
}

function readResults(section: unknown, problems: StatusProblem[]): OrchestratorStatus["results"] {
  const votes = new Map<string, number>();
  const results = lenientSection(fields.results, section, "results", problems) ?? {};
  const counted = results["votes"];
  if (isJsonObject(counted)) {
    for (const [label, count] of Object.entries(counted)) {
      const parsed = voteCountSchema.safeParse(count);
      if (parsed.success) votes.set(label, parsed.data);
      else {
        const message = `expected a count, found ${describe(count)}`;
        problems.push({ path: `results.votes.${label}`, message });
      }
    }
  } else if (counted !== undefined && counted !== null) {
    const message = `expected an object, found ${describe(counted)}`;
    problems.push({ path: "results.votes", message });
  }
  return { ...results, votes };
}
