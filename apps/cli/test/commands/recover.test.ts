import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { retinue } from "../retinue.ts";

const recorded = join(import.meta.dirname, "../../../../packages/recovery/test/fixtures/massgen-logs");
const runs = readdirSync(recorded, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const endings: Readonly<Record<string, string>> = {
  "exited 0": "completed",
  timeout: "timeout",
  cancelled: "cancelled",
  "killed (SIGKILL)": "error",
};

interface Expected {
  readonly ended: string;
  readonly answer: string | null;
}

function copy(name: string) {
  const directory = temporaryDirectory();
  cpSync(join(recorded, name), directory, { recursive: true });
  const expected = JSON.parse(readFileSync(join(directory, "expected.json"), "utf8")) as Expected;
  const log = join(directory, "log/subagents/review");
  const workspace = join(directory, "workspace-of-parent/subagents/review/workspace");
  return { directory, log, workspace, expected, ending: endings[expected.ended] ?? "" };
}

describe.each([
  ["as it lies here", undefined],
  ["without full_logs", "log/subagents/review/full_logs"],
  ["without the runtime workspace", "workspace-of-parent"],
])("recover --json, %s", (_, removed) => {
  test.each(runs.map(({ name }) => name))("%s", (name) => {
    const { directory, log, workspace, expected, ending } = copy(name);
    if (removed !== undefined) rmSync(join(directory, removed), { recursive: true, force: true });
    const { status, stdout, stderr } = retinue(
      "recover",
      log,
      "--workspace",
      workspace,
      "--ending",
      ending,
      "--json",
    );
    expect(stderr).toBe("");
    const {
      ended: _ended,
      why: _why,
      agents_in_registration_order: _agents,
      ...result
    } = expected as unknown as Record<string, unknown>;
    expect(JSON.parse(stdout)).toMatchObject(result);
    expect(status).toBe(expected.answer === null ? 1 : 0);
  });
});

describe("recover for a person", () => {
  test("says status, agent, file and rule, usage, and what else was there", () => {
    const { log, expected } = copy("cancelled-enforcement-tie");
    const { status, stdout } = retinue("recover", log);
    expect(status).toBe(0);
    expect(stdout).toContain("partial: it was cut off");
    expect(stdout).toContain("cancelled (inferred): subprocess_logs.json says");
    expect(stdout).toContain('of beta (agent2.1); rule "votes"');
    expect(stdout).toContain(join(log, "full_logs/beta/20261121_220251_114224/answer.txt"));
    expect(stdout).toContain("7200 tokens in, 900 tokens out, 0 US dollars");
    expect(stdout).toContain("83 %");
    expect(stdout).toContain("alpha (agent1.1) (votes, 1 vote): another one comes first");
    expect(stdout).toContain(`\n\n${expected.answer}\n`);
  });

  test("says all of that as JSON as well", () => {
    const { log } = copy("cancelled-enforcement-tie");
    const { stdout } = retinue("recover", log, "--json");
    expect(JSON.parse(stdout).recovery).toMatchObject({
      found: "subagent",
      ended: { ending: "cancelled", known: "inferred" },
      attempts: [join(log, "full_logs")],
      status_path: join(log, "full_logs/status.json"),
      considered: [
        { agent_id: "beta", reason: "votes", votes: 1, taken: true },
        { agent_id: "alpha", votes: 1, taken: false, note: "another one comes first" },
        { agent_id: "gamma", votes: 0, taken: false, note: "another one comes first" },
      ],
    });
  });

  test("shows control characters instead of obeying them", () => {
    const directory = temporaryDirectory();
    const snapshot = join(directory, "al\u001b[31mpha/20260102_190101_000000");
    mkdirSync(snapshot, { recursive: true });
    writeFileSync(
      join(snapshot, "answer.txt"),
      "red \u001b[31m, back \b, \u202Eturned, \u009Bx\r\nnext line\ttab",
    );
    const { stdout } = retinue("recover", directory);
    expect(stdout).toContain("red \\u001b[31m, back \\u0008, \\u202eturned, \\u009bx\nnext line\ttab");
    expect(stdout).toContain("al\\u001b[31mpha");
    expect(stdout).not.toContain("\u001b");
  });

  test("the same in JSON, which stays that of the same value", () => {
    const directory = temporaryDirectory();
    const text = 'red \u001b[31m, \u009bx, \u202eturned\u2066, \u007f, "quoted" \\u0041\r\nnext\ttab';
    const snapshot = join(directory, "al\u202epha/20260102_190101_000000");
    mkdirSync(snapshot, { recursive: true });
    writeFileSync(join(snapshot, "answer.txt"), text);
    const { stdout } = retinue("recover", directory, "--json");
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
    expect(JSON.parse(stdout)).toMatchObject({ answer: text, answer_source: { agent_id: "al\u202epha" } });
  });

  test("a directory's name in an error is shown as well", () => {
    const { stderr } = retinue("recover", "/nowhere/\u009b31m\u202e");
    expect(stderr).toContain("/nowhere/\\u009b31m\\u202e does not exist");
  });

  test("says that there is no answer", () => {
    const { log } = copy("cancelled-before-status");
    const { status, stdout } = retinue("recover", log);
    expect(status).toBe(1);
    expect(stdout).toContain("timeout: it was cut off before any answer");
    expect(stdout).toMatch(/answer +none/);
  });
});

describe("a wrong question is answered with 2, the value and the remedy", () => {
  test.each([
    [["recover", "/nowhere/at-all"], "/nowhere/at-all does not exist"],
    [["recover", import.meta.dirname], "holds no log of a subagent"],
    [["recover", import.meta.filename], "is not a directory"],
    [["recover"], "missing required argument 'dir'"],
    [["recover", ".", "--ending", "over"], "Allowed choices are completed, timeout, cancelled, error"],
    [["recover", ".", "--colour"], "unknown option '--colour'"],
    [["revive"], "unknown command 'revive'"],
  ])("%j", (argv, said) => {
    const { status, stdout, stderr } = retinue(...argv);
    expect(stderr).toContain(said);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });

  test("several subagents are named", () => {
    const { directory, log } = copy("completed-pair");
    cpSync(log, join(directory, "log/subagents/other"), { recursive: true });
    const { status, stderr } = retinue("recover", join(directory, "log"), "--json");
    expect(status).toBe(2);
    expect(stderr).toContain(`Name one of them:\n  ${join(directory, "log/subagents/other")}\n  ${log}\n`);
  });
});

test("each says which version it is", () => {
  expect(retinue("--version")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test("help is no error", () => {
  const { status, stdout } = retinue("recover", "--help");
  expect(status).toBe(0);
  expect(stdout).toContain("Exit code: 0 with an answer");
});
