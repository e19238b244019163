import { backendTypes } from "@retinue/engine-contract";
import { agentLists } from "./agent-lists.ts";
import { foundText, type UnplacedProblem } from "./config-problem.ts";
import { valueAt } from "./value-at.ts";

/** Shorter names differ in so little by nature. */
const shortestMisspelt = 5;

/** Types of backends that are one of ours or of MassGen's, misspelt: no engine knows them. */
export function misspeltTypes(document: unknown): UnplacedProblem[] {
  return unknownTypes(document).flatMap(({ at, type }) => {
    const meant =
      type.length < shortestMisspelt ? undefined : backendTypes.find((known) => isNear(known, type));
    if (meant === undefined) return [];
    const rule = "is the type of no backend";
    return [
      { at, found: foundText(type), rule, remedy: `Write ${meant}. There are: ${backendTypes.join(", ")}.` },
    ];
  });
}

/** Others may be those of a newer MassGen. */
export function unheardTypes(document: unknown): UnplacedProblem[] {
  const misspelt = misspeltTypes(document).map(({ at }) => at.join("."));
  return unknownTypes(document)
    .filter(({ at }) => !misspelt.includes(at.join(".")))
    .map(({ at, type }) => ({
      at,
      found: foundText(type),
      rule: "is a type of backend that is not known here; only an engine that knows it can run it",
      remedy: `See that MassGen does, or write one of: ${backendTypes.join(", ")}.`,
    }));
}

function unknownTypes(document: unknown): { readonly at: readonly PropertyKey[]; readonly type: string }[] {
  const agents = agentLists(document).flatMap((path) => {
    const list = valueAt(document, path);
    return Array.isArray(list) ? list.map((_, index) => [...path, index]) : [];
  });
  return [["agent"], ...agents].flatMap((agent) => {
    const at = [...agent, "backend", "type"];
    const type = valueAt(document, at);
    return typeof type === "string" && !backendTypes.includes(type) ? [{ at, type }] : [];
  });
}

/** Whether one letter was left out, added or changed, or two were exchanged. */
function isNear(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [a, b] = [one.slice(start), other.slice(start)];
  const swapped = `${b[1]}${b[0]}${b.slice(2)}`;
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || a === swapped;
}
