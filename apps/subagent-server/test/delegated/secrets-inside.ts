import { containerProcesses, filesWith, textsInMemory } from "@retinue/testkit";
import type { DelegatingHost } from "./delegating-host.ts";
import { canary } from "./host-with-models.ts";

/** Which of these texts the processes of a running container, by its id, hold in their memory. */
export function inMemoryOf(id: string, texts: readonly string[]): string[] {
  const found = containerProcesses(id).flatMap((pid) => textsInMemory(pid, [...texts]));
  return [...new Set(found)].toSorted();
}

/** Where a text is in the files that a running child can write or is given, as it sees them. */
export function filesInside(id: string, text: string): string[] {
  const [first] = containerProcesses(id);
  const root = `/proc/${first}/root`;
  return filesWith(
    text,
    ["etc", "input", "models", "tmp", "workspace"].map((name) => `${root}/${name}`),
  ).map((path) => path.slice(root.length));
}

/** Where the host's key is, in what a host and its parent share, in the spool, and in what the engine says of all it has. */
export async function keyPlaces({ workspace, outbox, spool, engine }: DelegatingHost): Promise<string[]> {
  const said = await engine.said();
  return [
    ...filesWith(canary, [workspace, outbox, spool]),
    ...said.filter((text) => text.includes(canary)).map(() => "what the engine says"),
  ];
}
