import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { agent, flags, place } from "./programs/child.ts";

const stages = ["answer", "vote", "present"] as const;
const phases = { answer: "initial_answer", vote: "enforcement", present: "presentation" } as const;

/** A team of two: beta hangs in the stage, alpha is through with it. */
function hanging(stage: (typeof stages)[number]) {
  const voting = `case $RETINUE_STAGE in vote) echo '{"vote": {"for": "agent2.1"}}' >"$RETINUE_REPLY_FILE"; exit;; esac`;
  const hang = `if [ "$RETINUE_STAGE" = ${stage} ]; then echo $$ >"$PIDS/beta.new"; mv "$PIDS/beta.new" "$PIDS/beta"; while :; do sleep 1; done; fi`;
  const here = place({
    agents: [agent("alpha", `${voting}; echo A`), agent("beta", `${hang}; ${voting}; echo B`)],
    orchestrator: { defer_voting_until_all_answered: true },
  });
  // A launcher that names its deadline has announced its stops.
  const run = here.start([...flags, "x"], { PIDS: here.directory, RETINUE_DEADLINE: "9999999999999" });
  const reached = eventually("the stage", () => {
    const status = existsSync(join(here.directory, "beta")) ? here.status() : undefined;
    const alpha = status?.agents.get("alpha");
    return stage === "answer" ? alpha?.answer_count === 1 : status?.coordination.phase === phases[stage];
  });
  return { here, run, reached };
}

describe("a run that is cut off", () => {
  it.each([
    ...stages.map((stage) => ({ stage, signal: "SIGINT" as const })),
    { stage: "vote" as const, signal: "SIGTERM" as const },
  ])(
    "by $signal in stage $stage exits 130 with everything saved and its programs ended",
    async ({ stage, signal }) => {
      const { here, run, reached } = hanging(stage);
      await reached;
      const pid = Number(readFileSync(join(here.directory, "beta"), "utf8"));
      run.process.kill(signal);
      const { code, stderr } = await run.ended;
      expect(code).toBe(130);
      expect(stderr).toContain(`interrupted in phase ${phases[stage]}`);
      expect(existsSync(join(here.directory, "answer.txt"))).toBe(false);
      expect(here.status()).toMatchObject({
        finish_reason: "cancelled",
        coordination: { phase: phases[stage] },
      });
      expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    },
  );

  it.each(stages)(
    "by SIGKILL in stage %s leaves files that can be read, with the answers in them",
    async (stage) => {
      const { here, run, reached } = hanging(stage);
      await reached;
      run.process.kill("SIGKILL");
      expect((await run.ended).signal).toBe("SIGKILL");
      process.kill(-Number(readFileSync(join(here.directory, "beta"), "utf8")), "SIGKILL");
      const status = here.status();
      expect(status?.problems).toEqual([]);
      expect(status?.coordination.phase).toBe(phases[stage]);
      const attempt = here.attempt() ?? "";
      const answers = globSync("*/*/answer.txt", { cwd: attempt }).map((path) =>
        readFileSync(join(attempt, path), "utf8"),
      );
      expect(answers.toSorted()).toEqual(stage === "answer" ? ["A"] : ["A", "B"]);
      for (const path of globSync(["snapshot_mappings.json", "*/*/vote.json"], { cwd: attempt })) {
        expect(JSON.parse(readFileSync(join(attempt, path), "utf8"))).toBeTypeOf("object");
      }
      for (const line of readFileSync(join(attempt, "events.jsonl"), "utf8").trimEnd().split("\n")) {
        expect(JSON.parse(line)).toHaveProperty("event_type");
      }
      expect(existsSync(join(here.directory, "answer.txt"))).toBe(false);
    },
  );

  it("at any moment from its start on never leaves a status.json that cannot be read", async () => {
    const agents = [agent("alpha", "echo A"), agent("beta", "echo B"), agent("gamma", "echo C")];
    const begun = Date.now();
    await place({ agents }).start([...flags, "x"]).ended;
    // As long as a run takes here and now.
    const whole = Date.now() - begun;
    let found = 0;
    for (let moment = 1; moment <= 20; moment++) {
      const here = place({ agents });
      const run = here.start([...flags, "x"]);
      setTimeout(() => run.process.kill("SIGKILL"), (whole * moment) / 20);
      await run.ended;
      // status() throws when the text is no JSON object.
      if (here.status() !== undefined) found += 1;
      expect(here.status()?.problems ?? []).toEqual([]);
    }
    expect(found).toBeGreaterThan(0);
  });

  it("by SIGINT of a launcher that announces nothing finishes with what it has", async () => {
    const script = `trap "echo As far as I have come.; exit 0" INT; : >"$PIDS/ready"; while :; do sleep 0.1; done`;
    const here = place({ agents: [agent("alpha", script)] });
    const run = here.start([...flags, "x"], { PIDS: here.directory });
    await eventually("the agent", () => existsSync(join(here.directory, "ready")));
    run.process.kill("SIGINT");
    expect(await run.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("once more stops it") });
    expect(readFileSync(join(here.directory, "answer.txt"), "utf8")).toBe("As far as I have come.");
    expect(here.status()?.other["warnings"]).toEqual([expect.stringContaining("since it was interrupted")]);
  });

  it("goes on when whoever read its output is gone", async () => {
    const here = place({ agents: [agent("alpha", "sleep 0.2; echo A; echo fails >&2")] });
    const run = here.start([...flags, "x"]);
    run.process.stdout?.destroy();
    run.process.stderr?.destroy();
    expect((await run.ended).code).toBe(0);
    expect(readFileSync(join(here.directory, "answer.txt"), "utf8")).toBe("A");
  });
});

describe("status.json while a team runs", () => {
  it("is never torn for a reader that does nothing but read it", async () => {
    // Nobody answers before it is read.
    const steps = `while [ ! -e "$READING" ]; do sleep 0.05; done; case $RETINUE_STAGE in vote) echo "$RETINUE_REPLY_FILE";; *) head -c 3000 /dev/zero | tr '\\0' x;; esac`;
    const agents = ["a", "b", "c", "d"].map((id) => agent(id, steps));
    const here = place({ agents, orchestrator: { max_new_answers_per_agent: 3 } });
    const reading = join(here.directory, "reading");
    const run = here.start([...flags, "x".repeat(20_000)], { READING: reading });
    await eventually("status.json", () => here.status() !== undefined);
    const { spawn } = await import("node:child_process");
    const reader = spawn(process.execPath, [
      join(import.meta.dirname, "programs/reader.mjs"),
      `${here.attempt()}/status.json`,
      reading,
    ]);
    let report = "";
    reader.stdout.on("data", (chunk) => (report += String(chunk)));
    expect((await run.ended).code).toBe(0);
    reader.stdin.end();
    await new Promise((resolve) => reader.on("close", resolve));
    const { reads, versions, torn } = JSON.parse(report) as Record<string, number>;
    expect(torn).toBe(0);
    expect(versions).toBeGreaterThan(3);
    expect(reads).toBeGreaterThan(versions ?? 0);
  });
});
