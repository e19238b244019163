import { containerProcesses, filesWith, textsInMemory } from "@retinue/testkit";
import type { DelegatingHost } from "./delegating-host.ts";
import { canary } from "./host-with-models.ts";
import { containerPid, docker } from "./parent-container.ts";

/** Which of these texts the processes of a running container hold in their memory. */
export async function inMemoryOf(container: string, texts: readonly string[]): Promise<string[]> {
  const id = await docker("inspect", "--format", "{{.Id}}", container);
  const found = containerProcesses(id).flatMap((pid) => textsInMemory(pid, [...texts]));
  return [...new Set(found)].toSorted();
}

/** Where a text is in the files that a running child can write or is given, as it sees them. */
export async function filesInside(container: string, text: string): Promise<string[]> {
  const root = `/proc/${await containerPid(container)}/root`;
  return filesWith(
    text,
    ["etc", "input", "models", "tmp", "workspace"].map((name) => `${root}/${name}`),
  ).map((path) => path.slice(root.length));
}

/** Where the host's key is, in what a host and its parent share, in the spool, and in what the engine says of all it has. */
export async function keyPlaces({ workspace, outbox, spool }: DelegatingHost): Promise<string[]> {
  const containers = (await docker("ps", "-aq")).split("\n").filter(Boolean);
  const images = (await docker("images", "-q")).split("\n").filter(Boolean);
  // One of another test may be gone meanwhile.
  const said = await Promise.all([
    ...[...containers, ...images].map((each) => docker("inspect", each).catch(() => "")),
    ...containers.map((each) => docker("logs", each).catch(() => "")),
  ]);
  return [
    ...filesWith(canary, [workspace, outbox, spool]),
    ...said.filter((text) => text.includes(canary)).map(() => "what the engine says"),
  ];
}
