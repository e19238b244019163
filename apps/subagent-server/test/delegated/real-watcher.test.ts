import { createSubagentManager } from "@retinue/runtime";
import { eventually, verifies } from "@retinue/testkit";
import { globSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { delegatedOptions } from "./counting-team.ts";
import { delegatingHost, noEngine, skipped } from "./delegating-host.ts";

/** A parent in this process, whose second agent waits for the file `seen`, and for ever with tasks that say SLOW. */
async function delegatingParent() {
  const host = await delegatingHost();
  const member = (id: string, script: string) => ({
    id,
    backend: { type: "command", command: ["/bin/sh", "-c", script] },
  });
  const team = [
    member("quick", "cat /context/0/notes.txt"),
    member(
      "slow",
      'case "$(cat)" in *SLOW*) sleep 600;; esac; while [ ! -e /context/0/seen ]; do sleep 0.1; done; echo done as well',
    ),
  ];
  const manager = createSubagentManager({
    ...delegatedOptions(host, team),
    isContainer: () => true,
    environment: {},
    timeouts: { defaultSeconds: 180, minSeconds: 1, maxSeconds: 180, warnings: [] },
  });
  onTestFinished(() => manager.close());
  return { manager, ...host };
}

describe.skipIf(noEngine)(`delegated to a real watcher${skipped}`, () => {
  test(
    `containers do the work: answer, progress and files come back, also when cut off ${verifies("DELEGATED-RUN")}`,
    { timeout: 240_000 },
    async () => {
      const { manager, events, outbox, workspace } = await delegatingParent();
      const [complete, cancelled, timedOut] = await manager.spawnParallel(
        [
          { task: "Work.", subagent_id: "complete" },
          { task: "Work, SLOW.", subagent_id: "cancelled" },
          { task: "Work, SLOW.", subagent_id: "timed-out", timeout_seconds: 25 },
        ],
        { refine: false },
      );
      const phases: unknown[] = [];
      const following = (async () => {
        for await (const { phase } of complete?.progress() ?? []) {
          phases.push(phase);
          writeFileSync(join(workspace, "seen"), "");
        }
      })();
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
      await following;
      expect(result).toMatchObject({ status: "completed" });
      expect(phases).toContain("initial_answer");
      // Given back: it worked as somebody else, and its parent may read and change all of it.
      const answer = join(result?.workspace ?? "", "answer.txt");
      expect(readFileSync(answer, "utf8").trim()).toBe(result?.answer);
      expect(statSync(answer).uid).toBe(process.getuid?.());
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

  test(
    `a team that needs a network is refused, with what to do instead ${verifies("HOST-MODEL-API")}`,
    { timeout: 240_000 },
    async () => {
      const host = await delegatingHost();
      const manager = createSubagentManager({
        ...delegatedOptions(host, [{ id: "ada", backend: { type: "openai", model: "a-model" } }]),
        isContainer: () => true,
        environment: {},
      });
      onTestFinished(() => manager.close());
      const { result } = await manager.spawn({ task: "Think.", subagent_id: "thinker" });
      const { status, error } = await result;
      expect(status).toBe("error");
      expect(error).toMatch(/agent "ada" .* needs a network, and containers have none/);
      expect(error).toMatch(/in isolated mode/);
      expect(host.events.filter(({ event }) => event === "started")).toEqual([]);
      expect(readdirSync(host.outbox).filter((name) => name !== "watcher.alive")).toEqual([]);
    },
  );
});
