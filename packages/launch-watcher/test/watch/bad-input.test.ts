import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";

type Bad = readonly [name: string, body: (watched: WatchedOutbox, name: string) => string, reason: RegExp];

/** What a request says in place of what it should. */
function changed(of: (watched: WatchedOutbox) => Record<string, unknown>): Bad[1] {
  return (watched, name) => JSON.stringify({ ...watched.request("x"), subagent_id: name, ...of(watched) });
}

const solo = { id: "one", backend: { type: "command", command: ["true"] } };
const config = (yaml_config: object) => changed(() => ({ yaml_config }));

const answered: Bad[] = [
  ["malformed", () => '{"version": 1,', /not JSON/],
  ["empty", () => "", /not JSON/],
  ["nul", () => "\0\0\0\0", /not JSON/],
  ["list", () => "[]", /object/],
  ["null", () => "null", /object/],
  ["version2", changed(() => ({ version: 2 })), /version/],
  ["version-text", changed(() => ({ version: "1" })), /version/],
  ["other-body", changed(() => ({ subagent_id: "body" })), /named after other-body, its subagent_id is body/],
  ["climbing", changed(() => ({ subagent_id: "../../etc" })), /subagent_id/],
  ["no-task", changed(() => ({ task: "" })), /task/],
  ["negative", changed(() => ({ timeout_seconds: -1 })), /timeout_seconds/],
  ["zero", changed(() => ({ timeout_seconds: 0 })), /timeout_seconds/],
  ["for-ever", changed(() => ({ timeout_seconds: 1e12 })), /timeout_seconds/],
  ["beyond", () => '{"version":1,"timeout_seconds":1e999}', /too large/],
  ["relative", changed(() => ({ workspace: "workspace" })), /workspace: must be an absolute path/],
  [
    "outside",
    changed(() => ({ workspace: "/etc", answer_file: "/etc/answer.txt" })),
    /"\/etc" does not lie beneath/,
  ],
  ["missing", changed(({ workspaces }) => at(join(workspaces, "nobody"))), /does not exist/],
  ["back-out", changed(({ workspaces }) => at(`${workspaces}/a/../../x`)), /written without/],
  ["the-root", changed(({ workspaces }) => at(workspaces)), /beneath a root/],
  ["the-outbox", changed(({ outbox }) => at(outbox)), /beneath a root/],
  [
    "answer-elsewhere",
    changed(({ workspaces }) => ({ answer_file: join(workspaces, "b/answer.txt") })),
    /answer_file/,
  ],
  [
    "answer-climbing",
    changed(({ workspaces }) => ({ answer_file: `${workspaces}/x/../answer.txt` })),
    /answer_file/,
  ],
  ["yaml-text", changed(() => ({ yaml_config: "agents: []" })), /yaml_config/],
  ["yaml-bomb", changed(() => ({ yaml_config: "[".repeat(3000) })), /yaml_config/],
  ["no-agents", config({ agents: [] }), /agents/],
  [
    "eleven-agents",
    config({ agents: Array.from({ length: 11 }, (_, n) => ({ ...solo, id: `a${n}` })) }),
    /agents/,
  ],
  ["model-api", config({ agents: [{ id: "one", backend: { type: "openai" } }] }), /openai.*network/],
  [
    "hooks",
    config({ agents: [solo], orchestrator: { coordination: { hooks: {} } } }),
    /hooks, which only the host/,
  ],
  [
    "env",
    config({ agents: [{ ...solo, backend: { ...solo.backend, env: {} } }] }),
    /env, which only the host/,
  ],
  ["mounts", config({ agents: [solo], mounts: ["/:/host"] }), /mounts, which only the host/],
  ["image", config({ agents: [{ ...solo, image: "evil" }] }), /image, which only the host/],
  ["mcp", config({ agents: [solo], ui: [{ mcpServers: {} }] }), /mcpServers, which only the host/],
  ["context", config({ ...team("true"), orchestrator: { context_paths: ["/etc"] } }), /context path/],
  ["deep", () => `{"version":1,"yaml_config":${'{"a":'.repeat(40)}1${"}".repeat(41)}`, /32 levels deep/],
  ["proto", () => '{"version":1,"__proto__":{"polluted":1}}', /__proto__/],
];

const at = (workspace: string) => ({ workspace, answer_file: join(workspace, "answer.txt") });

const refused: Bad[] = [
  ["ten-megabytes", changed(() => ({ task: "x".repeat(10 << 20) })), /larger/],
  ["ten-megabytes-of-nothing", () => " ".repeat(10 << 20), /larger/],
];

describe.skipIf(noEngine !== undefined)(`bad input to a watcher${skipped}`, () => {
  it(
    `is answered with the reason or refused in the log, among 10,000 junk files, and then good requests are served ${verifies("HOST-BAD-INPUT")}`,
    { timeout: 240_000 },
    async () => {
      const watched = await watchedOutbox({ outbox: { max_concurrent: 8 } });
      for (const name of ["x", "good"]) watched.workspace(name);
      for (let index = 0; index < 10_000; index += 1)
        writeFileSync(join(watched.outbox, `junk_${index}.json`), "");
      const watcher = await watched.start();
      for (const [name, body] of [...answered, ...refused]) {
        const path = join(watched.outbox, `request_${name}.json`);
        writeFileSync(path, body(watched, name));
      }
      mkdirSync(join(watched.outbox, "request_directory.json"));
      watched.put(watched.request("good"));
      await watcher.answerPending();
      for (const [name, , reason] of answered) {
        const { status, exit_code, stderr_tail } = await watched.response(name);
        expect({ name, status, exit_code }).toEqual({ name, status: "error", exit_code: -1 });
        expect(stderr_tail).toMatch(reason);
      }
      for (const [name, , reason] of refused) {
        const said = watched.events.find(
          ({ event, subagent_id }) => event === "refused" && subagent_id === name,
        );
        expect(said).toMatchObject({ level: "warn", reason: expect.stringMatching(reason) });
      }
      expect(await watched.response("good")).toMatchObject({ status: "completed" });
      expect(watched.events.filter(({ event }) => event === "started")).toHaveLength(1);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      const left = readdirSync(watched.outbox).filter((name) => name.startsWith("request_"));
      expect(left).toEqual([]);
      expect(await watched.left()).toEqual([]);
    },
  );
});
