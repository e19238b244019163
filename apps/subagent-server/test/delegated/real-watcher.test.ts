import { eventually, verifies } from "@retinue/testkit";
import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { delegatedOptions } from "./counting-team.ts";
import { delegatingHost, engines } from "./delegating-host.ts";
import { parentManager } from "./parent-manager.ts";

const timeout = 240_000;
const timeouts = { defaultSeconds: 180, minSeconds: 1, maxSeconds: 180, warnings: [] };

const member = (id: string, script: string) => ({
  id,
  backend: { type: "command", command: ["/bin/sh", "-c", script] },
});
/** The second waits for the file `seen`, and for ever with tasks that say SLOW. */
const team = [
  member("quick", "cat /context/0/notes.txt"),
  member(
    "slow",
    'case "$(cat)" in *SLOW*) sleep 600;; esac; while [ ! -e /context/0/seen ]; do sleep 0.1; done; echo done as well',
  ),
];

describe.each(engines)(`delegated to a real watcher$where`, ({ engine, isMissing }) => {
  // On Kubernetes nothing changes a workspace's owner: root's is refused.
  const uid = engine === "docker" ? 0 : 1000;

  test.skipIf(isMissing)(
    `containers do the work: answer, progress and files come back, also when cut off ${verifies("DELEGATED-RUN")}`,
    { timeout },
    async () => {
      const { events, outbox, workspace } = await delegatingHost(uid, undefined, { engine });
      const phases: unknown[] = [];
      const options = { ...delegatedOptions({ outbox, workspace }, team), timeouts };
      const manager = await parentManager(options, {
        uid,
        onProgress(subagentId, { phase }) {
          if (subagentId !== "complete") return;
          phases.push(phase);
          writeFileSync(join(workspace, "seen"), "");
        },
      });
      const [complete, cancelled, timedOut] = await manager.spawn(
        [
          { task: "Work.", subagent_id: "complete" },
          { task: "Work, SLOW.", subagent_id: "cancelled" },
          { task: "Work, SLOW.", subagent_id: "timed-out", timeout_seconds: 25 },
        ],
        { refine: false },
      );
      const answered = join(cancelled?.workspace ?? "", ".massgen/massgen_logs/*/*/*/quick/*/answer.txt");
      await eventually("the first answer", () => globSync(answered).length > 0, 60);

      const partial = { status: "partial", answer: "the parent's notes" };
      expect(await manager.cancel("cancelled")).toMatchObject(partial);
      // The engine in its container knows its deadline, and had its team finish before it.
      expect(await timedOut?.result).toMatchObject({
        ...partial,
        status: "completed",
        warning: expect.stringContaining("wrapped up"),
      });
      const result = await complete?.result;
      expect(result).toMatchObject({ status: "completed" });
      expect(phases).toContain("initial_answer");
      // Given back: it worked as somebody else, and its parent may read and change all of it.
      const answer = join(result?.workspace ?? "", "answer.txt");
      expect(readFileSync(answer, "utf8").trim()).toBe(result?.answer);
      expect(statSync(answer).uid).toBe(uid);
      expect(statSync(join(result?.log_path ?? "", "full_logs/status.json")).isFile()).toBe(true);
      expect(readdirSync(outbox).filter((name) => name !== "watcher.alive")).toEqual([]);
      const decided = events.filter(({ event }) => event === "decided");
      expect(Object.fromEntries(decided.map(({ subagent_id, status }) => [subagent_id, status]))).toEqual({
        complete: "completed",
        cancelled: "cancelled",
        "timed-out": "completed",
      });
    },
  );

  // What a request may hold is the same on each engine.
  test.skipIf(isMissing || engine !== "docker")(
    `a team that needs a network is refused, with what to do instead ${verifies("HOST-MODEL-API")}`,
    { timeout },
    async () => {
      const host = await delegatingHost(uid, undefined, { engine });
      const agents = [{ id: "ada", backend: { type: "openai", model: "a-model" } }];
      const manager = await parentManager(delegatedOptions(host, agents), { uid });
      const [thinker] = await manager.spawn([{ task: "Think.", subagent_id: "thinker" }]);
      const { status, error } = (await thinker?.result) ?? {};
      expect(status).toBe("error");
      expect(error).toMatch(/agent "ada" .* needs a network, and containers have none/);
      expect(error).toMatch(/in isolated mode/);
      expect(host.events.filter(({ event }) => event === "started")).toEqual([]);
      expect(readdirSync(host.outbox).filter((name) => name !== "watcher.alive")).toEqual([]);
    },
  );
});
