import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { messageReceiptSchema, type MessageReceipt } from "@retinue/engine-contract";
import type { SpawnedSubagent } from "@retinue/runtime";
import { eventually } from "@retinue/testkit";
import type { VendorRequest, VendorScript } from "@retinue/testkit/vendor-api";
import { describe, expect, it } from "vitest";
import { acpBackend, acpHome, acpKeys, agentsPath, missing, realAgents } from "../acp/acp-agents.ts";
import {
  agents,
  backendOf,
  noAgents,
  parent,
  skipped,
  vendorApi,
  type Agent,
} from "../cli-agents/cli-parent.ts";
import { apis, modelAgent, parentOf, type Api } from "../models/model-parent.ts";

const heard = ({ text }: VendorRequest) => text.includes("Say it in Roman numerals.");

/** Leaves a message as MassGen does. */
function leave({ workspace }: SpawnedSubagent, name: string, message: unknown): void {
  const inbox = join(workspace, ".massgen/runtime_inbox");
  mkdirSync(inbox, { recursive: true });
  const path = join(inbox, name);
  writeFileSync(`${path}.tmp`, typeof message === "string" ? message : JSON.stringify(message));
  renameSync(`${path}.tmp`, path);
}

const roman = {
  content: "Say it in Roman numerals.",
  source: "parent",
  timestamp: "now",
  target_agents: null,
};

function receipts({ statusFile }: SpawnedSubagent): MessageReceipt[] {
  const path = join(statusFile, "../message_receipts.jsonl");
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.map((line) => messageReceiptSchema.parse(JSON.parse(line)));
}

/** A server that answers once the message is there, and what it is asked then. */
function script(sent: Promise<unknown>, onFirst: () => void): VendorScript {
  return {
    respond: async (request) => {
      if (heard(request)) return { text: "XLII" };
      onFirst();
      await sent;
      return { text: "42" };
    },
  };
}

/** Spawns, leaves the message in the middle of the first reply, and takes the result. */
async function told(spawn: (vendor: VendorScript) => Promise<SpawnedSubagent>) {
  const asked = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const spawned = await spawn(script(sent.promise, asked.resolve));
  await asked.promise;
  leave(spawned, "msg_1764003731_1.json", roman);
  const taken = join(spawned.workspace, ".massgen/runtime_inbox/msg_1764003731_1.json");
  await eventually("that it is taken", () => !existsSync(taken));
  sent.resolve();
  return { result: await spawned.result, receipts: receipts(spawned) };
}

const delivered = { message_id: "msg_1764003731_1", agent_id: "alpha", state: "delivered" };
const task = { task: "What is six times seven?", subagent_id: "a" };

describe.skipIf(noAgents !== undefined)(`a message in the middle of a round${skipped}`, () => {
  it("reaches each program in its own session, and changes its answer", async () => {
    const reaches = async (agent: Agent) => {
      const { result, receipts: found } = await told(async (vendor) => {
        const api = await vendorApi(vendor);
        return parent({ agents: [{ id: "alpha", backend: backendOf(agent, api) }] }).spawn(task);
      });
      expect(result).toMatchObject({ status: "completed", answer: "XLII" });
      expect(found).toMatchObject([delivered]);
    };
    await Promise.all(agents.map(reaches));
  });
});

const noAcp = realAgents.map(missing).find((why) => why !== undefined);
const isLong = process.env["RETINUE_LONG"] !== undefined;
/** One that queues it and one whose turn is cancelled; all with pnpm test:long. */
const acpAgents = realAgents.filter(({ name }) => isLong || (name.startsWith("c") && name.endsWith("-acp")));
const withoutAcp = noAcp === undefined ? "" : ` (skipped: ${noAcp})`;

describe.skipIf(noAcp !== undefined)(
  `a message to an agent by ACP in the middle of a turn${withoutAcp}`,
  () => {
    it.each(acpAgents.map((agent) => [agent.name, agent] as const))(
      "%s answers it in its session; the receipt says what became of the turn",
      { timeout: 180_000 },
      async (name, agent) => {
        const { result, receipts: found } = await told(async (vendor) => {
          const api = await vendorApi(vendor);
          return parent({
            agents: [{ id: "alpha", backend: acpBackend(agent, api) }],
            environment: acpKeys,
            path: agentsPath,
            home: acpHome(api),
          }).spawn(task);
        });
        expect(result).toMatchObject({ status: "completed", answer: "XLII" });
        const how = name === "claude-agent-acp" ? /^it was queued/ : /^its open turn was cancelled/;
        expect(found).toMatchObject([{ ...delivered, how: expect.stringMatching(how) }]);
      },
    );
  },
);

describe("a message to a run", () => {
  it("reaches each model at its next turn, and changes its answer", async () => {
    const reaches = async (type: Api) => {
      const { result, receipts: found } = await told(async (vendor) =>
        parentOf([modelAgent("alpha", type, await vendorApi(vendor))]).spawn(task),
      );
      expect(result).toMatchObject({ status: "completed", answer: "XLII" });
      expect(found).toMatchObject([delivered]);
    };
    await Promise.all((Object.keys(apis) as Api[]).map(reaches));
  });

  it("reaches programs of yours with their next prompt, and says who cannot be told; junk harms nothing", async () => {
    const wait =
      'cat >"prompt_$RETINUE_STAGE"; [ $RETINUE_STAGE = vote ] || while [ ! -e ../go ]; do sleep 0.05; done; cat prompt_*';
    const backend = (command: string) => ({ type: "command", command: ["sh", "-c", command] });
    const team = ["a", "b"].map((id) => ({ id, backend: backend(wait) }));
    const spawned = await parentOf(team).spawn(task);
    await eventually("the run", () => existsSync(spawned.statusFile));
    leave(spawned, "msg_1_0.json", '{"content": "torn');
    mkdirSync(join(spawned.workspace, ".massgen/runtime_inbox/msg_1_1.json"), { recursive: true });
    leave(spawned, "msg_1_2.json", { ...roman, target_agents: ["b", "nobody"] });
    await eventually("a receipt", () => receipts(spawned).length > 0);
    writeFileSync(join(spawned.workspace, "go"), "");
    const result = await spawned.result;
    expect(result.status).toBe("completed");
    expect(receipts(spawned)).toMatchObject([
      { message_id: "msg_1_2", agent_id: "nobody", state: "unsupported" },
      { message_id: "msg_1_2", agent_id: "b", state: "delivered" },
    ]);
    const events = readFileSync(join(spawned.statusFile, "../events.jsonl"), "utf8");
    for (const name of ["msg_1_0.json", "msg_1_1.json"]) {
      expect(events).toContain(`${name} is no message and was put aside`);
      expect(existsSync(join(spawned.workspace, `.massgen/runtime_inbox/${name}.refused`))).toBe(true);
    }
  });

  it("that asks for the end has the team finish, and the result says so", async () => {
    const trap = 'trap "echo As far as I have come.; exit 0" INT; : >ready; while :; do sleep 0.1; done';
    const backend = { type: "command", command: ["sh", "-c", trap] };
    const manager = parentOf([{ id: "alpha", backend }]);
    const spawned = await manager.spawn(task);
    const isAtWork = () => readFileSync(spawned.statusFile, "utf8").includes('"streaming"');
    await eventually("the agent", () => existsSync(spawned.statusFile) && isAtWork());
    leave(spawned, "msg_1_1.json", { content: "Enough.", kind: "wrap_up", finish_within_seconds: 20 });
    expect(await spawned.result).toMatchObject({
      status: "completed",
      answer: "As far as I have come.",
      warning: expect.stringMatching(
        /wrapped up: the team was told to finish within 20 s .*as it was asked for/,
      ),
    });
    expect(receipts(spawned)).toMatchObject([
      { message_id: "msg_1_1", agent_id: "alpha", state: "delivered" },
    ]);
  });

  it("by the manager is told of with its receipt, and a soft cancel brings the answer that there is", async () => {
    const arrived = Promise.withResolvers<void>();
    const api = await vendorApi({
      respond: async (request) => {
        if (request.text.includes("Your time is up")) return { text: "XLII, in short." };
        if (heard(request)) arrived.resolve();
        // Sixty turns are all that a round has.
        else await delay(500);
        if (!heard(request))
          return { text: "Looking.", toolCalls: [{ name: "list_directory", arguments: { path: "." } }] };
        return { text: "As far as I have come, ", hang: true };
      },
    });
    const manager = parentOf([modelAgent("alpha", "claude", api)]);
    const spawned = await manager.spawn(task);
    await eventually("the agent", () => api.requests.length > 0);
    expect(await manager.send("a", "Say it in Roman numerals.")).toMatchObject({
      state: "delivered",
      delivered: [{ agent_id: "alpha" }],
    });
    await arrived.promise;
    await manager.cancel("a", { wrapUp: true, graceSeconds: 12 });
    expect(await spawned.result).toMatchObject({ answer: "XLII, in short.", success: true });
  });
});
