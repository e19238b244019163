import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters, serverProgram } from "../programs/server-program.ts";

const long = process.env["RETINUE_LONG"] === "1";
const runs = long ? 1000 : 40;
const together = 10;

type Reply = Record<string, unknown>;
interface Told {
  readonly subagent_id: string;
  readonly answer: string | null;
}

test(
  `${runs} background runs: each result comes once, by the call that waits or as finished, whoever asks meanwhile`,
  { timeout: long ? 3_600_000 : 120_000 },
  async () => {
    const client = new Client({ name: "many", version: "1" });
    const args = [serverProgram, "--max-concurrent", String(together)];
    await client.connect(
      new StdioClientTransport({ ...serverParameters(parentWorkspace({ text: "done" })), args }),
    );
    onTestFinished(() => client.close());
    const told = new Map<string, string[]>();
    const call = async (name: string, given: Reply = {}): Promise<Reply> => {
      const reply = (await client.callTool({ name, arguments: given })).structuredContent as Reply;
      const ways: [string, unknown][] = [
        ["waited for", reply["results"]],
        ["finished", reply["finished_since_last_call"]],
      ];
      for (const [way, results] of ways)
        for (const { subagent_id, answer } of (results ?? []) as Told[]) {
          expect(answer).toBe("done");
          told.set(subagent_id, [...(told.get(subagent_id) ?? []), way]);
        }
      return reply;
    };
    const stopping = new AbortController();
    // Others ask all the time, each by a way of its own; one of them waits for runs of its own.
    const asking = [
      async () => void (await call("list_subagents")),
      async () => void (await call("continue_subagent", { subagent_id: "nobody", message: "m" })),
      async () => void (await call("wait_for_background_tool", { timeout_seconds: 1 })),
    ].map(async (ask) => {
      while (!stopping.signal.aborted) await ask();
    });
    const ids = Array.from({ length: runs }, (_, n) => `r${n}`);
    for (let first = 0; first < runs; first += together) {
      const tasks = ids.slice(first, first + together).map((subagent_id) => ({ task: "t", subagent_id }));
      const half = together / 2;
      const blocking = call("spawn_subagents", { tasks: tasks.slice(0, half), refine: false });
      await call("spawn_subagents", { tasks: tasks.slice(half), background: true, refine: false });
      await blocking;
      await call("wait_for_background_tool", {
        job_ids: tasks.slice(half).map(({ subagent_id }) => subagent_id),
        until: "all",
      });
    }
    await expect.poll(() => told.size, { timeout: 60_000 }).toBe(runs);
    stopping.abort();
    await Promise.all(asking);
    const wrong = [...told].filter(([, ways]) => ways.length !== 1);
    expect(wrong).toEqual([]);
    for (const [id, [way]] of told) {
      const isBlocking = Number(id.slice(1)) % together < together / 2;
      expect([id, way]).toEqual([id, isBlocking ? "waited for" : "finished"]);
    }
  },
);
