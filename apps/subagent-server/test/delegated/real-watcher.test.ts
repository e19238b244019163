import { parseWatcherConfig, startWatcher, type WatcherEvent } from "@retinue/launch-watcher";
import { createSubagentManager, openParentOutbox } from "@retinue/runtime";
import { dockerEngine, eventually, noDockerEngine, temporaryDirectory } from "@retinue/testkit";
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

const missing = noDockerEngine(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

/** A parent in delegated mode, and a watcher of its own that runs what it asks for in containers. */
async function delegatingParent() {
  const { socket, image } = await dockerEngine();
  const base = temporaryDirectory();
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "notes.txt"), "the parent's notes\n");
  const events: WatcherEvent[] = [];
  const outbox = await openParentOutbox({
    directory: join(base, "outboxes"),
    startWatcher: async (directory) => {
      const roots = { workspace_roots: [join(workspace, "subagents")], context_roots: [workspace] };
      const config = parseWatcherConfig({
        version: 1,
        spool: join(base, "spool"),
        docker_socket: socket,
        image,
        outboxes: [{ name: "parent", directory, ...roots }],
      });
      const watcher = await startWatcher({ config, log: (event) => events.push(event) });
      return { stop: () => watcher.stop("wait") };
    },
  });
  onTestFinished(() => outbox.close());
  const member = (id: string, script: string) => ({
    id,
    backend: { type: "command", command: ["/bin/sh", "-c", script] },
  });
  const manager = createSubagentManager({
    workspace,
    agents: [
      member("quick", "cat /context/0/notes.txt"),
      member("slow", 'case "$(cat)" in *SLOW*) sleep 100;; esac; echo done as well'),
    ],
    engine: { kind: "retinue-child", command: ["retinue-child"] },
    runtimeMode: "delegated",
    delegationDirectory: outbox.outbox,
    isContainer: () => true,
    environment: {},
    timeouts: { defaultSeconds: 60, minSeconds: 1, maxSeconds: 60, warnings: [] },
  });
  onTestFinished(() => manager.close());
  return { manager, events, outbox: outbox.outbox };
}

describe.skipIf(missing !== undefined)(`delegated to a real watcher${skipped}`, () => {
  test(
    "containers do the work: answer, progress and files come back, also when cut off",
    { timeout: 240_000 },
    async () => {
      const { manager, events, outbox } = await delegatingParent();
      const [complete, cancelled, timedOut] = await manager.spawnParallel(
        [
          { task: "Work.", subagent_id: "complete" },
          { task: "Work, SLOW.", subagent_id: "cancelled" },
          { task: "Work, SLOW.", subagent_id: "timed-out", timeout_seconds: 15 },
        ],
        { refine: false },
      );
      const phases: unknown[] = [];
      complete?.onProgress(({ phase }) => phases.push(phase));
      const answered = join(cancelled?.workspace ?? "", ".massgen/massgen_logs/*/*/*/quick/*/answer.txt");
      await eventually("the first answer", () => globSync(answered).length > 0, 60);

      const partial = { status: "partial", answer: "the parent's notes" };
      expect(await manager.cancel("cancelled")).toMatchObject(partial);
      expect(await timedOut?.result).toMatchObject(partial);
      const result = await complete?.result;
      expect(result).toMatchObject({ status: "completed" });
      expect(phases).toContain("initial_answer");
      // Given back: it worked as somebody else, and its parent may read and change all of it.
      const answer = join(result?.workspace ?? "", "answer.txt");
      expect(readFileSync(answer, "utf8").trim()).toBe(result?.answer);
      expect(statSync(answer).uid).toBe(process.getuid?.());
      expect(statSync(join(result?.log_path ?? "", "full_logs/status.json")).isFile()).toBe(true);
      expect(readdirSync(outbox)).toEqual([]);
      const decided = events.filter(({ event }) => event === "decided");
      expect(Object.fromEntries(decided.map(({ subagent_id, status }) => [subagent_id, status]))).toEqual({
        complete: "completed",
        cancelled: "cancelled",
        "timed-out": "timeout",
      });
    },
  );
});
