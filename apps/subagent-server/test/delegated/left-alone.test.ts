import { eventually, verifies } from "@retinue/testkit";
import { globSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ParentOrders } from "../programs/delegating-parent.ts";
import { serverProgram } from "../programs/server-program.ts";
import { countingTeam, delegatedOptions, parentProgram } from "./counting-team.ts";
import { containerOf, delegatingHost, engines, noEngine, type DelegatingHost } from "./delegating-host.ts";
import { retinueWatch } from "./host-watcher.ts";
import { bundled, parentContainer } from "./parent-container.ts";

const timeout = 240_000;
const retinue = join(dirname(serverProgram), "../../cli/dist");

/** A parent that has a team at work whose first agent has answered, and whose second waits for the file "go". */
async function waitingTeam(host: DelegatingHost, more: Partial<ParentOrders["options"]> = {}) {
  const options = { ...delegatedOptions(host, countingTeam(["go"])), ...more };
  const programs = { parent: await bundled(parentProgram), retinue };
  const parent = await parentContainer(host, 1000, programs);
  const orders: ParentOrders = { options, spawn: { task: "Count.", subagent_id: "count" } };
  const printed = parent.node("parent", JSON.stringify(orders));
  const answered = join(
    host.workspace,
    "subagents/count/workspace/.massgen/massgen_logs/*/*/*/ada/*/answer.txt",
  );
  const begun = eventually("the first answer", () => globSync(answered).length > 0, 60);
  await Promise.race([begun, printed]);
  return { parent, programs, options, result: printed.then(resultIn) };
}

function resultIn(printed: string): Record<string, unknown> {
  const words = printed.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
  return words.find((word) => "result" in word)?.["result"] as Record<string, unknown>;
}

const partial = { status: "partial", answer: expect.stringContaining('"words":3') };

describe.each(engines)(`a delegated run, and who is left to wait for it$where`, ({ engine, isMissing }) => {
  test.skipIf(noEngine || isMissing)(
    `its parent's container is killed: the run goes on, and the next parent has its result ${verifies("DELEGATED-ADOPTION")}`,
    { timeout },
    async () => {
      const host = await delegatingHost(1000, undefined, { engine });
      const { parent, programs, options, result } = await waitingTeam(host);
      const itself = result.catch(() => "killed");
      await parent.kill();
      expect(await itself).toBe("killed");
      writeFileSync(join(host.workspace, "go"), "");
      await eventually("its end", () => host.events.some(({ event }) => event === "decided"), 60);
      const next = await parentContainer(host, 1000, programs);
      const orders: ParentOrders = { options, collect: true };
      expect(resultIn(await next.node("parent", JSON.stringify(orders)))).toMatchObject({
        status: "completed",
        token_usage: { estimated_cost: expect.any(Number) },
      });
      expect(host.events.filter(({ event }) => event === "started")).toHaveLength(1);
      expect(readdirSync(host.outbox).filter((name) => name !== "watcher.alive")).toEqual([]);
    },
  );

  test.skipIf(noEngine || isMissing)(
    `\`retinue cancel\` beside the parent ends it, and both have what was recovered ${verifies("DELEGATION-CANCEL")}`,
    { timeout },
    async () => {
      const host = await delegatingHost(1000, undefined, { engine });
      const { parent, result } = await waitingTeam(host);
      const said = await parent.node("retinue", "cancel", "count", "--workspace", host.workspace, "--json");
      expect(JSON.parse(said)).toMatchObject(partial);
      expect(await result).toMatchObject(partial);
      expect(host.events.find(({ event }) => event === "decided")).toMatchObject({ status: "cancelled" });
      expect(readdirSync(host.outbox).filter((name) => name !== "watcher.alive")).toEqual([]);
    },
  );

  test.skipIf(noEngine || isMissing)(
    `its host falls silent: after deadline and grace the logs in the workspace are recovered ${verifies("DELEGATED-GRACE")}`,
    { timeout },
    async () => {
      const host = await delegatingHost(1000, retinueWatch, { engine });
      const timeouts = { defaultSeconds: 30, minSeconds: 1, maxSeconds: 60, warnings: [] };
      const { result } = await waitingTeam(host, { timeouts, delegationGraceSeconds: 1 });
      await host.silence();
      expect(await result).toMatchObject({
        ...partial,
        // Its team has wrapped up by then, unless the machine is slow.
        status: expect.stringMatching(/^(partial|completed_but_timeout)$/),
        warning: expect.stringContaining("is its watcher running?"),
      });
      // A host that comes back ends what nobody waits for, and leaves nothing.
      const container = containerOf(host, "count") ?? "";
      await host.restart();
      await eventually("the end", () => host.events.some(({ event }) => event === "decided"), 60);
      await eventually("it is gone", async () => !(await host.engine.has(container)), 60);
    },
  );
});
