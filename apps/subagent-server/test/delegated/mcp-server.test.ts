import { verifies } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { retinueProgram } from "../programs/server-program.ts";
import { countingTeam } from "./counting-team.ts";
import { delegatingHost, engines, noEngine } from "./delegating-host.ts";
import { retinueWatch } from "./host-watcher.ts";
import { parentClient } from "./parent-client.ts";

describe.each(engines)(`the real server in a parent's container$where`, ({ engine, isMissing }) => {
  const network = engine === "docker" ? "none" : "policy";

  test.skipIf(noEngine || isMissing)(
    `a client spawns by --runtime-mode delegated, and goes on by a request of its own ${verifies("DELEGATED-RUN")}`,
    { timeout: 240_000 },
    async () => {
      const host = await delegatingHost(1000, retinueWatch, { engine });
      const config = { agents: countingTeam(["seen"]) };
      writeFileSync(join(host.workspace, "retinue.yaml"), JSON.stringify(config));
      const seen: number[] = [];
      const { call } = await parentClient(host, host.flags);
      const seeing = ({ progress }: { progress: number }) => {
        seen.push(progress);
        writeFileSync(join(host.workspace, "seen"), "");
      };

      const task = { task: "Count the words of the notes.", subagent_id: "count" };
      const spawned = await call("spawn_subagents", { tasks: [task] }, seeing);
      expect(spawned).toMatchObject({ success: true, summary: { total: 1, completed: 1 } });
      const [first] = spawned.results;
      expect(JSON.parse(String(first?.["answer"]))).toMatchObject({
        words: 3,
        uid: 1000,
        interfaces: ["lo"],
      });
      expect(first?.["token_usage"]).toMatchObject({ estimated_cost: expect.closeTo(1.25, 0) });
      expect(seen).not.toEqual([]);

      writeFileSync(join(host.workspace, "notes.txt"), "more notes than there were\n");
      const continued = await call("continue_subagent", { subagent_id: "count", message: "Count again." });
      const record = JSON.parse(readFileSync(join(String(first?.["log_path"]), "run.json"), "utf8"));
      expect(JSON.parse(record.runs[1].result.answer)).toMatchObject({ words: 5 });
      expect(continued).toMatchObject({ success: true });
      expect(record.runs).toMatchObject(
        [1, 2].map((number) => ({ number, mode: "delegated", policy: { network } })),
      );
      const claimed = host.events.filter(({ event }) => event === "claimed");
      expect(new Set(claimed.map(({ request_id }) => request_id)).size).toBe(2);

      // What a person is shown of it, by the logs that came back.
      const args = ["show", "count", "--workspace", host.workspace];
      const { stdout: shown } = await promisify(execFile)(process.execPath, [retinueProgram, ...args]);
      expect(shown).toMatch(
        /^\S+Z {2}run 2: continued\n.*\n {2}run by {7}retinue-child, delegated, for at most /m,
      );
      expect(shown).toMatch(new RegExp(`^ {2}policy {7}\\{.*"network":"${network}"`, "m"));
      expect(shown).toMatch(/^\S+Z {2}run 2: completed, exit code 0$/m);
      expect(shown).toMatch(/^ {2}(answer|taken) .* of \w+ \(agent1\.1\)/m);
    },
  );
});
