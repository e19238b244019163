import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A workspace that has seen one run that ended, the subagent_1, gets copies of it until there are so many. */
export function copyRuns(workspace: string, ended: number): void {
  const path = join(workspace, "subagents/_registry.json");
  const registry = JSON.parse(readFileSync(path, "utf8")) as { subagents: Record<string, unknown>[] };
  const [row = {}] = registry.subagents;
  const log = String(row["log_path"]);
  const record = readFileSync(join(log, "run.json"), "utf8");
  for (let number = registry.subagents.length + 1; number <= ended; number++) {
    const subagent_id = `subagent_${number}`;
    const log_path = join(log, "..", subagent_id);
    const renamed = (text: string) => text.replaceAll("subagent_1", subagent_id);
    registry.subagents.push(JSON.parse(renamed(JSON.stringify(row))));
    cpSync(
      join(log, "subagent_config_subagent_1.yaml"),
      join(log_path, `subagent_config_${subagent_id}.yaml`),
    );
    writeFileSync(join(log_path, "run.json"), renamed(record));
  }
  writeFileSync(path, JSON.stringify(registry));
}
