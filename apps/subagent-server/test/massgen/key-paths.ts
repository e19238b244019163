/** What is inside these is named by the run: by agents and by labels. */
const named = new Set(["agents", "results.votes"]);

/** The keys of a document, each with those above it: `agents.*.round_history[].outcome`. */
function keyPaths(value: unknown, above = ""): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((entry) => [...keyPaths(entry, `${above}[]`)]));
  if (typeof value !== "object" || value === null) return new Set();
  const paths = Object.entries(value).flatMap(([key, inner]) => {
    const path = [...(above === "" ? [] : [above]), named.has(above) ? "*" : key].join(".");
    return [path, ...keyPaths(inner, path)];
  });
  return new Set(paths);
}

/** The paths of one document that are not in the other, without what is inside of such. */
export function pathsOnlyIn(document: unknown, other: unknown): string[] {
  const shared = keyPaths(other);
  const only = [...keyPaths(document)].filter((path) => !shared.has(path));
  return only.filter((path) => !only.some((above) => path.startsWith(`${above}.`)));
}
