import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engineArguments } from "@retinue/engine-contract";
import { describe, expect, it } from "vitest";
import { agent, flags, place } from "./programs/child.ts";

const quick = { skip_voting: true, skip_final_presentation: true };

describe("retinue-child", () => {
  it("runs a team from the engine contract's flags and says where everything is", async () => {
    const here = place({ agents: [agent("alpha", "cat")], orchestrator: quick });
    const invocation = { config: "team.yaml", outputFile: "out/answer.txt", prompt: "Say it." };
    const { code, stdout, stderr } = await here.start(engineArguments(invocation)).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readFileSync(join(here.directory, "out/answer.txt"), "utf8")).toContain("Say it.");
    expect(stdout).toContain(`LOG_DIR: ${here.attempt()}\n`);
    const session = readFileSync(join(here.directory, ".massgen/.session_id"), "utf8");
    expect(stdout).toContain(`SESSION_ID: ${session}\n`);
  });

  it("says how it is used and which version it is, and takes either for a task where it is one", async () => {
    const here = place({ agents: [agent("alpha", "cat")], orchestrator: quick });
    const [help, version] = await Promise.all(
      [["--help"], ["--version"]].map((args) => here.start(args).ended),
    );
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("--output-file FILE"),
      stderr: "",
    });
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect((await here.start([...flags, "--", "--help"]).ended).code).toBe(0);
    expect(readFileSync(join(here.directory, "answer.txt"), "utf8")).toContain("--help");
  });

  it("continues a session", async () => {
    const here = place({ agents: [agent("alpha", "cat")], orchestrator: quick });
    await here.start([...flags, "Remember 42."]).ended;
    const session = readFileSync(join(here.directory, ".massgen/.session_id"), "utf8");
    const again = ["--session-id", session, ...flags, "What was it?"];
    expect((await here.start(again).ended).code).toBe(0);
    const answer = readFileSync(join(here.directory, "answer.txt"), "utf8");
    expect(answer).toMatch(/> Remember 42\.[^]*What was it\?/);
  });

  it("takes a prompt from a file, also one that is too long for an argument", async () => {
    const here = place({ agents: [agent("alpha", "wc -c")], orchestrator: quick });
    writeFileSync(join(here.directory, "prompt.txt"), "x".repeat(300_000));
    const args = engineArguments({ config: "team.yaml", outputFile: "answer.txt", promptFile: "prompt.txt" });
    expect((await here.start(args).ended).code).toBe(0);
    expect(Number(readFileSync(join(here.directory, "answer.txt"), "utf8"))).toBeGreaterThan(300_000);
  });

  it("logs in the run's directory when it is not told where", async () => {
    const here = place({ agents: [agent("alpha", "echo A")], orchestrator: quick });
    const { stdout } = await here.start([...flags, "x"], { MASSGEN_LOG_BASE_DIR: "" }).ended;
    expect(stdout).toContain(`LOG_DIR: ${here.directory}/.massgen/massgen_logs/log_`);
  });

  it("reads block YAML, with aliases", async () => {
    const here = place(
      [
        "agents:",
        "  - id: alpha",
        "    backend: &b",
        "      type: command",
        "      command: [sh, -c, 'echo A']",
        "  - id: beta",
        "    backend: *b",
        "orchestrator:",
        "  skip_voting: true",
        "  final_answer_strategy: winner_reuse",
      ].join("\n"),
    );
    expect((await here.start([...flags, "x"]).ended).code).toBe(0);
    expect([...(here.status()?.agents.keys() ?? [])]).toEqual(["alpha", "beta"]);
  });

  it("exits 1 with every reason when no agent answered, and writes no answer", async () => {
    const here = place({ agents: [agent("alpha", "echo why >&2; exit 3"), agent("beta", "true")] });
    const { code, stderr } = await here.start([...flags, "x"]).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /no agent answered: alpha: sh exited with 3; its last words: why; beta: sh printed no answer/,
    );
    expect(existsSync(join(here.directory, "answer.txt"))).toBe(false);
  });

  const team = { agents: [agent("alpha", "echo A")] };
  it.each([
    ["no flags", team, [], /--config is missing/],
    ["an unknown flag", team, [...flags, "--frobnicate", "x"], /frobnicate/],
    ["no prompt", team, flags, /the prompt is missing/],
    ["two prompts", team, [...flags, "a", "b"], /2 prompts/],
    ["an empty prompt", team, [...flags, "  "], /the prompt is empty/],
    [
      "a configuration that does not exist",
      team,
      ["--config", "no.yaml", "--output-file", "a", "x"],
      /no\.yaml.*ENOENT/,
    ],
    [
      "a directory for a configuration",
      team,
      ["--config", ".", "--output-file", "a", "x"],
      /no regular file/,
    ],
    ["a prompt file that does not exist", team, [...flags, "--prompt-file", "no.txt"], /no\.txt/],
    ["an unknown session", team, [...flags, "--session-id", "session_1", "x"], /no session session_1/],
    ["text that is no YAML", "agents: [", [...flags, "x"], /no valid YAML/],
    ["YAML that is no team", "just text", [...flags, "x"], /is not valid/],
    ["a team without agents", { agents: [] }, [...flags, "x"], /agents: /],
    ["an agent id with a path", { agents: [agent("../a", "true")] }, [...flags, "x"], /agents\[0\]\.id/],
    [
      "an unknown backend",
      { agents: [{ id: "a", backend: { type: "zzz" } }] },
      [...flags, "x"],
      /"zzz".*Use one of: .*command/,
    ],
    ["brackets by the thousand", "[".repeat(3000), [...flags, "x"], /nested 3000 deep/],
    ["a megabyte and more", `# ${"x".repeat(1024 * 1024)}`, [...flags, "x"], /At most 1048576 bytes/],
    ["a bomb of aliases", bomb(), [...flags, "x"], /no valid YAML.*alias/i],
  ])("exits 2 for %s and starts nothing", async (_, config, args, message) => {
    const here = place(config);
    const { code, stdout, stderr } = await here.start(args).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(here.attempt()).toBeUndefined();
  });
});

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const value = level === 0 ? "x" : `*a${level - 1}`;
    return `a${level}: &a${level} [${Array.from({ length: 9 }, () => value).join(", ")}]`;
  });
  return `${levels.join("\n")}\nagents: *a8\n`;
}
