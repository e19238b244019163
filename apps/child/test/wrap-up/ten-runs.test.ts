import { describe, expect, it } from "vitest";
import { agents, backendOf, noAgents, parent, skipped, vendorApi } from "../cli-agents/cli-parent.ts";
import { apis, modelAgent, parentOf, type Api } from "../models/model-parent.ts";
import { slow, wrapUp } from "./slow-agents.ts";

const isLong = process.env["RETINUE_LONG"] === "1";
const runs = 10;

type Run = () => Promise<{ readonly status: string; readonly answer: string | null }>;

/** How many of ten runs, so many at a time, ended completed with the short answer. */
async function inTime(atOnce: number, run: Run): Promise<number> {
  let left = runs;
  let count = 0;
  const one = async () => {
    while (left-- > 0) {
      const { status, answer } = await run();
      if (status === "completed" && answer === "Forty-two, in short.") count++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return count;
}

const task = (size: number) => ({
  task: "What is six times seven?",
  subagent_id: `team-${size}`,
  timeout_seconds: 24,
});

describe.runIf(isLong && noAgents === undefined)(`of ten runs that are too slow${skipped}`, () => {
  it.each([1, 3])(
    "nine and more end with a short answer, in teams of %i",
    { timeout: 900_000 },
    async (size) => {
      const ids = ["alpha", "beta", "gamma"].slice(0, size);
      const counts: Record<string, number> = {};
      for (const agent of agents)
        counts[agent] = await inTime(1, async () => {
          const api = await vendorApi(slow);
          const manager = parent({
            agents: ids.map((id) => ({ id, backend: backendOf(agent, api) })),
            coordination: { ...wrapUp, subagent_orchestrator: { enabled: true } },
          });
          return (await manager.spawn(task(size))).result;
        });
      for (const type of Object.keys(apis) as Api[])
        counts[`api ${type}`] = await inTime(runs, async () => {
          const api = await vendorApi(slow);
          const manager = parentOf(
            ids.map((id) => modelAgent(id, type, api)),
            undefined,
            wrapUp,
          );
          return (await manager.spawn(task(size))).result;
        });
      const isLate = 'if [ -n "$RETINUE_WRAP_UP" ]; then echo Forty-two, in short.; else sleep 600; fi';
      const command = { type: "command", command: ["sh", "-c", isLate] };
      counts["command"] = await inTime(runs, async () => {
        const manager = parentOf(
          ids.map((id) => ({ id, backend: command })),
          undefined,
          wrapUp,
        );
        return (await manager.spawn(task(size))).result;
      });
      console.log(`teams of ${size}, of ${runs} runs: ${JSON.stringify(counts)}`);
      expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(9);
    },
  );
});
