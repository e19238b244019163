import { dockerEngine, eventually, verifies, type EngineName } from "@retinue/testkit";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ParentOrders, ParentWord } from "../programs/delegating-parent.ts";
import { countingTeam, delegatedOptions, parentProgram, worker } from "./counting-team.ts";
import { containerOf, delegatingHost, engines } from "./delegating-host.ts";
import { docker } from "./host-engine.ts";
import { bundled, parentContainer } from "./parent-container.ts";

/** A service of the host that no run may reach. */
async function listener(): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Whose parents may be, and whose their children are then. */
const parents: Readonly<Record<EngineName, readonly [whose: string, parentUid: number, childUid: number][]>> =
  {
    docker: [
      ["of uid 1000: the child is the same user", 1000, 1000],
      ["of root: the child was nobody in particular", 0, 65_532],
    ],
    // Nothing changes a workspace's owner there: root's is refused.
    kubernetes: [["of uid 1000: the child is the same user", 1000, 1000]],
  };

describe.each(engines)(`from a parent's container to a child's and back$where`, ({ engine, isMissing }) => {
  const network = engine === "docker" ? "none" : "policy";

  test.skipIf(isMissing).each(parents[engine])(
    `a parent %s ${verifies("DELEGATED-RUN", "HOST-RUNS", "DELEGATION-RECEIPT")}`,
    { timeout: 240_000 },
    async (_whose, parentUid, childUid) => {
      const host = await delegatingHost(parentUid, undefined, { engine });
      const port = await listener();
      const parent = await parentContainer(host, parentUid, { parent: await bundled(parentProgram) });
      const orders: ParentOrders = {
        // Its team goes on when the parent has been told of progress, and the test has looked.
        options: delegatedOptions(host, countingTeam(["seen", "looked"], port)),
        spawn: { task: "Count the words of the notes.", subagent_id: "count" },
        seen: join(host.workspace, "seen"),
      };
      const printed = parent.node("parent", JSON.stringify(orders));
      await Promise.race([eventually("the run", () => containerOf(host, "count"), 60), printed]);

      const confinement = await host.engine.confinement(containerOf(host, "count") ?? "");
      writeFileSync(join(host.workspace, "looked"), "");
      const words = (await printed).split("\n").map((line) => JSON.parse(line) as ParentWord);

      const { result } = words.find((word) => "result" in word) as { result: Record<string, string> };
      expect(result).toMatchObject({ status: "completed", success: true });
      const answer = JSON.parse(result["answer"] ?? "");
      expect(answer).toMatchObject({ stage: "present", words: 3, uid: childUid });
      const { input_tokens, estimated_cost } = Object(result["token_usage"]);
      // Two answers, their votes, one presentation.
      expect(input_tokens).toBeGreaterThanOrEqual(500);
      expect(estimated_cost).toBeCloseTo(input_tokens / 400);
      const phases = words.map((word) => ("progress" in word ? Object(word.progress).phase : undefined));
      expect(phases).toContain("initial_answer");

      // What it was confined by: as the engine has it, as the container saw it, as its parent keeps it.
      expect(confinement).toMatchObject({ network, privileged: false, capabilities_dropped: ["ALL"] });
      expect(answer).toMatchObject({ reached: false, interfaces: ["lo"] });
      const { image } = await dockerEngine();
      const like = ["run", "--rm", "--network", "host", image, "node", "--input-type=module", "-e", worker];
      const control = JSON.parse(await docker(...like, String(port)));
      expect(control.reached).toBe(true);
      expect(control.interfaces.length).toBeGreaterThan(1);
      const record = JSON.parse(readFileSync(join(result["log_path"] ?? "", "run.json"), "utf8"));
      const started = host.events.find(({ event }) => event === "started");
      expect(record.runs[0].policy).toEqual(started?.["receipt"]);
      expect(record.runs[0].policy).toMatchObject({ ...confinement, user: `${childUid}:${childUid}` });

      // Its parent sees its own two directories and can read all that is in them; nothing else is left.
      const files = readdirSync(host.workspace, { recursive: true, withFileTypes: true });
      expect(words.at(-1)).toEqual({
        sees: ["outbox", "ws"],
        read: files.filter((each) => each.isFile()).length,
        unreadable: [],
      });
      expect(files.map(({ name }) => name)).toContain("present.md");
      expect(readdirSync(host.outbox).filter((name) => name !== "watcher.alive")).toEqual([]);
      await eventually("nothing left", async () => (await host.left()).length === 0, 60);
    },
  );
});
