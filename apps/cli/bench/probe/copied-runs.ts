import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Puts copies of a workspace's first subagent, which has ended, beside it, until there are so many. */
export function copyRuns(workspace: string, count: number): void {
  const path = join(workspace, "subagents/_registry.json");
  const registry = JSON.parse(readFileSync(path, "utf8")) as { subagents: Record<string, unknown>[] };
  const [row = {}] = registry.subagents;
  const id = String(row["subagent_id"]);
  const log = String(row["log_path"]);
  for (let number = registry.subagents.length; number < count; number++) {
    const copy = `${id}_${number}`;
    const renamed = (text: string) => text.replaceAll(id, copy);
    registry.subagents.push(JSON.parse(renamed(JSON.stringify(row))) as Record<string, unknown>);
    const to = join(log, "..", copy);
    cpSync(log, to, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(to, "run.json"), renamed(readFileSync(join(log, "run.json"), "utf8")));
  }
  writeFileSync(path, JSON.stringify(registry));
}
