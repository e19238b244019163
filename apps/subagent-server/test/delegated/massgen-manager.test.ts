import { eventually, installedProgram, verifies } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { asUser } from "./as-user.ts";
import { delegatingHost, engines } from "./delegating-host.ts";

const massgen = installedProgram("massgen");
const why = massgen.missing === undefined ? "" : ` (skipped: ${massgen.missing})`;
const program = join(import.meta.dirname, "../programs/massgen-manager.py");

describe.each(engines)(`MassGen's own manager${why}$where`, ({ engine, isMissing }) => {
  test.skipIf(isMissing || massgen.missing !== undefined)(
    `asks our watcher for three containers: complete, cancelled, timed out ${verifies("DELEGATION-REQUEST", "DELEGATION-RESPONSE", "DELEGATION-CANCEL")}`,
    // Importing MassGen alone takes seconds.
    { timeout: 400_000 },
    async () => {
      // On Kubernetes nothing changes a workspace's owner: root's is refused.
      const uid = engine === "docker" ? 0 : 1000;
      const host = await delegatingHost(uid, undefined, { engine });
      writeFileSync(join(host.workspace, "CONTEXT.md"), "A test.");
      const reply = '{"usage": {"input_tokens": 100, "output_tokens": 10, "estimated_cost": 0.25}}';
      const script = `: >begun; case "$(cat)" in *SLOW*) sleep 600;; esac; echo '${reply}' >"$RETINUE_REPLY_FILE"; echo Done.`;
      const agents = [{ id: "parent", backend: { type: "command", command: ["/bin/sh", "-c", script] } }];
      const task = (subagent_id: string, timeout_seconds: number, text: string) => ({
        subagent_id,
        timeout_seconds,
        task: text,
      });
      const given = {
        workspace: host.workspace,
        log_directory: join(host.workspace, "logs"),
        delegation_directory: host.outbox,
        agents,
        tasks: [
          task("complete", 180, "Work."),
          {
            ...task("cancelled", 180, "Work, SLOW."),
            cancel_when: join(host.workspace, "subagents/cancelled/workspace/*/begun"),
          },
          task("timed-out", 5, "Work, SLOW."),
        ],
      };
      const python = join(dirname(massgen.path), "python");
      const [command = "", ...args] = [...asUser(uid), python, program, JSON.stringify(given)];
      const { stdout } = await promisify(execFile)(command, args, {
        timeout: 350_000,
        env: { ...process.env, HOME: host.workspace },
      });
      const results = JSON.parse(stdout.trimEnd().split("\n").at(-1) as string) as object[];
      expect(results).toMatchObject([
        {
          subagent_id: "complete",
          status: "completed",
          answer: "Done.",
          token_usage: { estimated_cost: 0.25 },
        },
        { subagent_id: "cancelled", status: "cancelled" },
        { subagent_id: "timed-out", status: "timeout" },
      ]);
      // It does not wait for what it has given up, and the host decides all the same.
      const decided = () => host.events.filter(({ event }) => event === "decided");
      await eventually("three ends", () => decided().length === 3, 60);
      expect(
        Object.fromEntries(decided().map(({ subagent_id, status }) => [subagent_id, status])),
      ).toMatchObject({
        complete: "completed",
        cancelled: "cancelled",
        "timed-out": expect.stringMatching(/timeout|cancelled/),
      });
    },
  );
});
