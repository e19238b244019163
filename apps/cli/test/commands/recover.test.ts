import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { asNobody, retinue } from "../retinue.ts";

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
        {
          agent_id: "alpha",
          votes: 1,
          taken: false,
          note: "another one comes first",
          path: join(log, "full_logs/alpha/20261121_220251_193133/answer.txt"),
        },
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
    [
      ["recover", ".", "--ending", "over"],
      "Allowed choices are completed, timeout, cancelled, budget, error",
    ],
    [["recover", ".", "--colour"], "unknown option '--colour'"],
    [["revive"], "unknown command 'revive'"],
  ])("%j", (argv, said) => {
    const { status, stdout, stderr } = retinue(...argv);
    expect(stderr).toContain(said);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });
});

describe("a directory above several runs", () => {
  const all = () => {
    const directory = temporaryDirectory();
    cpSync(recorded, directory, { recursive: true });
    return directory;
  };

  test("is one table: a line for each run, in which log and workspace of a run are one", () => {
    const { status, stdout, stderr } = retinue("recover", all());
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [head, ...lines] = stdout.split("\n");
    expect(head).toMatch(/^run +status +ended +answer +of +cost$/);
    for (const { name } of runs)
      expect(lines.filter((line) => line.startsWith(`${name}/log/`))).toHaveLength(1);
    expect(lines.filter((line) => /^\S+\/subagents\/review/.test(line))).toHaveLength(runs.length);
    expect(stdout).toMatch(
      /^completed-pair\/\S+ +completed +completed \(inferred\) +69 characters +output +0 USD$/m,
    );
    expect(stdout).toMatch(/^cancelled-before-status\/\S+ +timeout +cancelled \(inferred\) +none$/m);
    expect(stdout).toContain("13 of 16 runs have an answer");
  });

  test("as JSON, each as it is by itself", () => {
    const { runs: each } = JSON.parse(retinue("recover", all(), "--json").stdout) as {
      runs: { answer: string | null; recovery: { answers: object[] } }[];
    };
    const expected = runs.map(({ name }) => copy(name).expected.answer);
    expect(each.map(({ answer }) => answer)).toEqual(expected);
  });

  test("with --all each of them under its place, and no copy of an answer is said to be of another attempt", () => {
    const directory = all();
    const { stdout } = retinue("recover", directory, "--all");
    for (const { name } of runs) expect(stdout).toMatch(new RegExp(`^${name}/log/subagents/review$`, "m"));
    // The log is a copy of what the engine wrote in its workspace.
    expect(stdout).not.toContain("a later attempt comes first");
    const [, tie = ""] = stdout.split("\ncancelled-enforcement-tie/log/subagents/review\n");
    const [own] = tie.split("\n\n");
    const lines = own?.split("\n").filter((line) => /^ {2}(answer|taken) +answer of/.test(line)) ?? [];
    expect(lines.map((line) => [line.slice(2, 8).trim(), line.split(", ").at(-1)])).toEqual([
      ["answer", "another one comes first"],
      ["taken", expect.stringMatching(/\/answer\.txt$/)],
      ["answer", "another one comes first"],
      ...["alpha", "beta", "gamma"].map(() => ["answer", "a copy of the one above"]),
    ]);
  });

  test("of several, what is said of one is refused", () => {
    const { status, stderr } = retinue("recover", join(all(), "completed-pair"), "--ending", "timeout");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const refused = retinue("recover", all(), "--ending", "timeout");
    expect(refused).toMatchObject({ status: 2, stdout: "" });
  });

  test("where there is nothing, and where nothing may be looked into, that is said, and what to do", () => {
    const directory = all();
    const log = join(directory, "killed-enforcement/log");
    for (const path of globSync("**/answer.txt", { cwd: log })) chmodSync(join(log, path), 0);
    chmodSync(join(directory, "completed-pair/log"), 0);
    chmodSync(directory, 0o755);
    const said = asNobody("recover", log);
    expect(said).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("error: no answer of it may be read"),
    });
    expect(said.stdout).toContain("no answer could be read, which does not say that there is none");
    const json = JSON.parse(asNobody("recover", log, "--json").stdout) as {
      recovery: { unreadable: string[] };
    };
    expect(json.recovery.unreadable).toHaveLength(2);
    expect(asNobody("recover", join(directory, "completed-pair/log"))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /cannot be looked into[^]*as a user who may read it[^]*may not be opened/,
      ),
    });
    const beneath = asNobody("recover", join(directory, "completed-pair/log/subagents"));
    expect(beneath).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("cannot be looked at: EACCES"),
    });
    expect(asNobody("recover", directory).stderr).toContain("completed-pair/log/");
  });
});

test("every answer is named with its file, size, votes, and why it was not taken", () => {
  const { log } = copy("timeout-enforcement-two-votes");
  const { stdout } = retinue("recover", log, "--all");
  expect(stdout).toMatch(/^ {2}taken +answer of beta \(agent\d\.1\), \d+ bytes, 2 votes, \S+\/answer\.txt$/m);
  expect(stdout).toMatch(
    /^ {2}answer +answer of alpha \(agent1\.1\), \d+ bytes, \S+\/answer\.txt, another one comes first$/m,
  );
  const { recovery } = JSON.parse(retinue("recover", log, "--json").stdout) as {
    recovery: { answers: { path: string; bytes: number }[] };
  };
  for (const { path, bytes } of recovery.answers) expect(readFileSync(path)).toHaveLength(bytes);
  expect(recovery.answers.map(({ path }) => path).toSorted()).toEqual(
    globSync("full_logs/*/*/answer.txt", { cwd: log })
      .map((path) => join(log, path))
      .toSorted(),
  );
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
