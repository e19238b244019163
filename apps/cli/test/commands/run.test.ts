import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { subagentResultSchema } from "@retinue/status-model";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { engineOnPath, inherited } from "../engine-on-path.ts";
import { startCliIn, type CliRun } from "../start-cli.ts";

/** A workspace whose team is a program: it says what it is told to. */
function workspaceWith(command: readonly string[], orchestrator: object = inherited.orchestrator): string {
  const workspace = temporaryDirectory();
  const team = { agents: [{ id: "solo", backend: { type: "command", command } }], orchestrator };
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(team));
  return workspace;
}

const echo = ["sh", "-c", "echo the answer"];

const hasBegun = (run: CliRun) => eventually("the run", () => /^\S+ {2}running/m.test(run.stderr()));

describe("retinue run", () => {
  test("prints the answer alone, a line for each change of phase beside it, and has had the result", async () => {
    const workspace = workspaceWith(echo);
    const run = startCliIn({ cwd: workspace }, "run", "Say it.");
    expect(await run.exited).toBe(0);
    expect(run.stdout()).toBe("the answer\n");
    const [first, ...lines] = run.stderr().split("\n").slice(0, -1);
    expect(first).toMatch(/^retinue: \S+ has 300 s, and works in subagents\/.*\/workspace$/);
    const phases = lines.map((line) => line.split(/ {2}/).slice(1, 3).join());
    expect(new Set(phases).size).toBe(phases.length);
    expect(readdirSync(join(workspace, ".massgen/retinue/finished"))).toEqual([]);
  });

  test("where runs are is left open by a configuration that says other things", async () => {
    const workspace = workspaceWith(echo, {
      max_new_answers_per_agent: 1,
      coordination: { enable_subagents: true },
    });
    const run = startCliIn({ cwd: workspace }, "run", "Say it.", "--quick");
    expect([await run.exited, run.stdout()]).toEqual([0, "the answer\n"]);
  });

  test("an answer of a megabyte reaches a reader whole that is slow to take it", async () => {
    const workspace = workspaceWith(["sh", "-c", "head -c 1000000 /dev/zero | tr '\\0' a"]);
    const shell = `"$0" "$1" run "Say much." --quick | { sleep 1; wc -c; }`;
    const program = join(import.meta.dirname, "../../dist/main.js");
    const { stdout } = await promisify(execFile)("sh", ["-c", shell, process.execPath, program], {
      cwd: workspace,
    });
    expect(stdout.trim()).toBe("1000001");
  });

  test("of several tasks each has a subagent; with --json the results and nothing else", async () => {
    const workspace = workspaceWith(echo);
    const run = startCliIn({ cwd: workspace }, "run", "Say it.", "Say it again.", "--json", "--quick");
    expect(await run.exited).toBe(0);
    const { results } = JSON.parse(run.stdout()) as { results: unknown[] };
    expect(results.map((each) => subagentResultSchema.parse(each).answer)).toEqual([
      "the answer",
      "the answer",
    ]);
  });

  test("in the sandbox that the configuration asks for, with what it allows there", async () => {
    const workspace = workspaceWith(["sh", "-c", "cat ~/secret 2>&1; true"]);
    const home = temporaryDirectory();
    writeFileSync(join(home, "secret"), "a secret");
    const coordination = {
      subagent_runtime_mode: "inherited",
      subagent_sandbox: "required",
      subagent_sandbox_allow: { hosts: ["api.example.org:443"] },
    };
    const path = join(workspace, "retinue.yaml");
    const team = JSON.parse(readFileSync(path, "utf8")) as object;
    writeFileSync(path, JSON.stringify({ ...team, orchestrator: { coordination } }));
    const env = { ...process.env, HOME: home };
    const run = startCliIn({ cwd: workspace, env }, "run", "Say it.", "--json", "--quick");
    expect([await run.exited, run.stderr()]).toEqual([0, expect.stringContaining("subagent_1")]);
    expect(subagentResultSchema.parse(JSON.parse(run.stdout()))).toMatchObject({
      answer: expect.not.stringContaining("a secret"),
      policy: { boundary: "bubblewrap", hosts: ["api.example.org:443"] },
    });
  });

  test("without an answer it says why, how to go on, and ends with 1", async () => {
    const run = startCliIn({ cwd: workspaceWith(["sh", "-c", "echo no >&2; exit 4"]) }, "run", "Say it.");
    expect(await run.exited).toBe(1);
    expect(run.stdout()).toBe("");
    expect(run.stderr()).toMatch(
      /^retinue: (\S+): error, no answer$[^]*^retinue: go on with: retinue continue \1 /m,
    );
  });

  test.each([
    [["run", "fix", "the", "tests"], "the single word"],
    [["run", "Say it.", "--agents", "claude,nobody"], "nobody"],
    [["run", "Say it.", "--agents", "claude"], "claude is not on PATH"],
    [["run", "Say it."], "There is no team to run a task"],
    [["run", "Say it.", "--config", "nowhere.yaml"], "nowhere.yaml cannot be read"],
    [["run", "Say it.", "--timeout", "soon"], "timeout_seconds"],
    [["run"], "missing required argument"],
  ])("%j is refused with 2 and the remedy", async (args, said) => {
    const workspace = args.includes("soon") ? workspaceWith(echo) : temporaryDirectory();
    const env = { HOME: workspace, PATH: dirname(process.execPath) };
    const run = startCliIn({ cwd: workspace, env }, ...args);
    expect(await run.exited).toBe(2);
    expect(run.stdout()).toBe("");
    expect(run.stderr()).toContain(said);
  });
});

describe("Ctrl-C", () => {
  test("once asks the agents to finish: what they finish with is the answer", async () => {
    const { workspace, env } = engineOnPath("obeying-engine.mjs");
    const run = startCliIn({ cwd: workspace, env }, "run", "Work for ever.");
    await hasBegun(run);
    run.process.kill("SIGINT");
    expect(await run.exited).toBe(0);
    expect(run.stdout()).toBe("all that there is time for\n");
    expect(run.stderr()).toMatch(/^retinue: asks \S+ to finish with what there is; Ctrl-C again stops$/m);
  });

  test("of a terminal reaches the command and not its run, which is asked and not interrupted", async () => {
    const { workspace, env } = engineOnPath("obeying-engine.mjs");
    const [python, cli] = ["on-a-terminal.py", "../dist/main.js"].map((name) =>
      join(import.meta.dirname, "..", name),
    );
    const argv = [python ?? "", "  running", process.execPath, cli ?? "", "run", "Work for ever."];
    const { stdout } = await promisify(execFile)("python3", argv, { cwd: workspace, env });
    const { seen, code } = JSON.parse(stdout) as { seen: string; code: number };
    expect(code).toBe(0);
    expect(seen).toContain("all that there is time for\r\n");
  });

  test("twice stops and recovers, and says what was saved and how to go on", async () => {
    const { workspace, env } = engineOnPath("engine.mjs");
    const run = startCliIn({ cwd: workspace, env }, "run", "Work for ever.", "--timeout", "600");
    await hasBegun(run);
    run.process.kill("SIGINT");
    await eventually("the first", () => run.stderr().includes("Ctrl-C again"));
    run.process.kill("SIGINT");
    expect(await run.exited).toBe(3);
    expect(run.stdout()).toBe("half of the \\u001b[31mwork\n");
    expect(run.stderr()).toMatch(
      /^retinue: stops (\S+), and recovers what there is$[^]*^retinue: \1: partial, 21 characters of answer by the rule "\w+"$[^]*^retinue: all of it is in .*\/subagents\/\1$[^]*^retinue: go on with: retinue continue \1 "what to do next"$/m,
    );
  });
});

describe("retinue run --detach, wait, continue", () => {
  test("a run goes on by itself; wait prints its answer as run does; continue works in the same place", async () => {
    const go = join(temporaryDirectory(), "go");
    const workspace = workspaceWith(["sh", "-c", `until test -e ${go}; do sleep 0.1; done; echo late`]);
    const run = startCliIn({ cwd: workspace }, "run", "Wait for it.", "--detach");
    expect(await run.exited).toBe(0);
    const id = run.stdout().trimEnd();
    expect(existsSync(join(workspace, "subagents", id, "workspace"))).toBe(true);
    const waiting = startCliIn({ cwd: workspace }, "wait", id);
    mkdirSync(go);
    expect(await waiting.exited).toBe(0);
    expect(waiting.stdout()).toBe("late\n");
    expect(await startCliIn({ cwd: workspace }, "wait", id, "--json").exited).toBe(0);
    expect(readdirSync(join(workspace, ".massgen/retinue/finished"))).toEqual([]);

    const further = startCliIn({}, "continue", id, "Once more.", "--workspace", workspace, "--json");
    expect(await further.exited).toBe(0);
    expect(JSON.parse(further.stdout())).toMatchObject({ subagent_id: id, answer: "late" });
  });

  test("names the subagents that there are", async () => {
    const workspace = workspaceWith(echo);
    mkdirSync(join(workspace, "subagents"));
    const waiting = startCliIn({ cwd: workspace }, "wait", "nobody");
    expect(await waiting.exited).toBe(2);
    expect(waiting.stderr()).toContain('There is no subagent "nobody"');
  });
});
