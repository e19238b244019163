import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type Connection, type ServerStart } from "../connection.ts";
import { endProcess } from "./left-processes.ts";
import { hangMs, late, type Polling } from "../poll.ts";
import type { World } from "../world.ts";

/** What is wrong with the workspace for whoever comes next: it starts, lists in time, and finds nothing at work. */
export async function nextServer(start: ServerStart, control: Polling): Promise<string[]> {
  let connection: Connection | undefined;
  const problems: string[] = [];
  try {
    connection = await connect(start);
    // The first call takes over what an earlier server left, and loads what it needs for that.
    await connection.call("list_subagents", {}, hangMs);
    const asked = performance.now();
    const reply = await connection.call("list_subagents", {}, hangMs);
    const sample = { asked, answered: performance.now() };
    if (late([sample], control.samples).length > 0)
      problems.push(`its list took ${Math.round(sample.answered - asked)} ms`);
    const rows = (reply["subagents"] ?? []) as { subagent_id: string; status: string }[];
    const running = rows.filter(({ status }) => status === "running");
    problems.push(...running.map(({ subagent_id }) => `${subagent_id} is running for it`));
  } catch (error) {
    problems.push(`it does not answer: ${String(error).slice(0, 200)}`);
    endProcess(connection?.pid);
  }
  await connection?.close().catch(() => {});
  return problems;
}

/** Whether the index of the workspace is JSON. */
export function brokenRegistry({ parent }: World): string | undefined {
  try {
    JSON.parse(readFileSync(join(parent, "subagents/_registry.json"), "utf8"));
    return undefined;
  } catch (error) {
    return String(error).slice(0, 200);
  }
}
