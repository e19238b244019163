import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { serverProgram } from "../programs/server-program.ts";

const massgen = installedProgram("massgen");
const why = massgen.missing === undefined ? "" : ` (skipped: ${massgen.missing})`;
const program = join(import.meta.dirname, "../programs/massgen-delegate.py");

test.skipIf(massgen.missing !== undefined)(
  `MassGen's delegate for background jobs lists, reads, looks and cancels${why}`,
  { timeout: 200_000 },
  async () => {
    const workspace = temporaryDirectory("retinue-delegate-");
    const script = 'case "$(cat)" in *SLOW*) exec sleep 600;; esac; seq 1 9000';
    const team = [{ id: "agent_a", backend: { type: "command", command: ["sh", "-c", script] } }];
    const agents = join(workspace, "agents.json");
    writeFileSync(agents, JSON.stringify(team));
    const flags = {
      "agent-id": "agent_a",
      "orchestrator-id": "orch",
      "agent-configs-file": agents,
      "runtime-mode": "inherited",
    };
    const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const tasks = [
      { task: "Work.", subagent_id: "done" },
      { task: "Work, SLOW.", subagent_id: "slow" },
    ];
    const given = { command: process.execPath, args: [serverProgram, ...args], workspace, tasks };
    const python = join(dirname(massgen.path), "python");
    // It hands on HOME, but not where a user's state is.
    const env = { ...process.env, HOME: workspace };
    const { stdout } = await promisify(execFile)(python, [program, JSON.stringify(given)], { env });
    const told = JSON.parse(stdout.trimEnd().split("\n").at(-1) as string) as object;
    const whole = Array.from({ length: 9000 }, (_, n) => n + 1).join("\n");
    expect(told).toMatchObject({
      // Whole: its parents read it in no parts.
      done: { job_id: "done", success: true, ready: true, status: "completed", result: whole },
      sent: { operation: "send_message_to_subagent", subagent_id: "slow" },
      running: { job_id: "slow", success: true, status: "running", arguments: { task: "Work, SLOW." } },
      cancelled: { success: true, operation: "cancel_subagent", subagent_id: "slow", status: "cancelled" },
      jobs: [
        { job_id: "done", status: "completed" },
        { job_id: "slow", status: "cancelled" },
      ],
    });
  },
);
