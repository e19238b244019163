import { setTimeout as delay } from "node:timers/promises";
import { planOf } from "../programs/hostile-child/plan.ts";
import type { Connection, Reply } from "./connection.ts";
import { taskOf, type World } from "./world.ts";

/** What came of one seed: a complaint of a run's reply, when there is one. */
export interface SeedOutcome {
  readonly seed: number;
  readonly problem?: string;
}

/** How many hostile runs are at work at once. */
export const atOnce = 6;
/** Any run is over by then: its deadline, the grace of its stop, and a busy machine. */
const replyMs = 90_000;
const betweenHonestMs = 700;

/** Of one world only: others run the same seeds at the same time. */
export const idOf = ({ token }: World, seed: number) => `seed-${seed}-${token}`;

/** Runs all seeds, some at a time, each with an honest sibling somewhere beside it. */
export async function runSeeds(
  connection: Connection,
  world: World,
  seeds: readonly number[],
): Promise<{ outcomes: SeedOutcome[]; siblings: string[] }> {
  const waiting = [...seeds];
  const outcomes: SeedOutcome[] = [];
  let over = false;
  const worker = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      outcomes.push({ seed, ...(await runSeed(connection, world, seed)) });
    }
  };
  const siblings = honestSiblings(connection, world, () => over);
  await Promise.all(Array.from({ length: atOnce }, worker));
  over = true;
  return { outcomes, siblings: await siblings };
}

async function runSeed(connection: Connection, world: World, seed: number): Promise<{ problem?: string }> {
  const { only, mode } = world;
  const { ending, again } = planOf({ seed, mode, only });
  const subagent_id = idOf(world, seed);
  const timeout_seconds = typeof ending === "number" || ending === "at once" ? 60 : 2;
  const task = { task: taskOf(world, { seed, subagentId: subagent_id }), subagent_id, timeout_seconds };
  const spawn = { tasks: [{ ...task, context_files: ["notes/one.txt"] }] };
  try {
    const first = problemOf(await connection.call("spawn_subagents", spawn, replyMs), subagent_id);
    if (first !== undefined || again === undefined) return first === undefined ? {} : { problem: first };
    // The place that it left is used again, by a child that does nothing.
    const honest = taskOf(world, { seed, subagentId: subagent_id, honest: `again ${seed}`, after: true });
    const reply =
      again === "continue"
        ? await connection.call("continue_subagent", { subagent_id, message: honest }, replyMs)
        : await connection.call(
            "spawn_subagents",
            { tasks: [{ ...spawn.tasks[0], task: honest, timeout_seconds: 60 }] },
            replyMs,
          );
    const second = problemOf(reply, subagent_id, true);
    return second === undefined ? {} : { problem: `${again} again: ${second}` };
  } catch (error) {
    return { problem: `no reply: ${String(error).slice(0, 200)}` };
  }
}

/** A result for this subagent, or, where one may refuse, a refusal that says what to do. */
function problemOf(reply: Reply, id: string, mayRefuse = false): string | undefined {
  const { results, error } = reply as {
    results?: { subagent_id?: string; status?: string; error?: string }[];
    error?: { code?: string } | string;
  };
  const all = results ?? [reply as { subagent_id?: string; status?: string }];
  if (all.filter(({ subagent_id, status }) => subagent_id === id && status !== undefined).length === 1) {
    return undefined;
  }
  const code = typeof error === "object" ? error.code : undefined;
  if (mayRefuse && code !== undefined && code !== "INTERNAL_ERROR") return undefined;
  return `no result of ${id}: ${JSON.stringify(reply).slice(0, 300)}`;
}

/** One honest run after the other, as long as hostile ones are at work. Resolves with what was wrong. */
async function honestSiblings(
  connection: Connection,
  world: World,
  isOver: () => boolean,
): Promise<string[]> {
  const problems: string[] = [];
  for (let count = 1; !isOver(); count++) {
    const subagentId = `honest-${count}-${world.token}`;
    const honest = `the answer of ${subagentId}`;
    const task = { task: taskOf(world, { seed: 0, subagentId, honest }), subagent_id: subagentId };
    try {
      const reply = await connection.call(
        "spawn_subagents",
        { tasks: [{ ...task, timeout_seconds: 60 }] },
        replyMs,
      );
      const [result] = (reply["results"] ?? []) as { status?: string; answer?: string }[];
      if (result?.status !== "completed" || result.answer !== honest) {
        problems.push(`${subagentId}: ${JSON.stringify(result ?? reply).slice(0, 300)}`);
      }
    } catch (error) {
      problems.push(`${subagentId}: no reply: ${String(error).slice(0, 200)}`);
      break;
    }
    await delay(betweenHonestMs);
  }
  return problems;
}
