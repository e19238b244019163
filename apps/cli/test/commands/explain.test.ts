import { parseParentConfig } from "@retinue/coordination-config";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { explain } from "../../src/explain/explanation.ts";
import { retinue } from "../retinue.ts";
import { person, retinueIn } from "../retinue-in.ts";

const fixtures = join(import.meta.dirname, "../../../../packages/coordination-config/test/fixtures");
const recorded = join(fixtures, "recorded");

interface Recorded {
  parent_agent_id: string;
  spawn: { subagent_type?: string; refine?: boolean; skills?: string[]; include_parent_workspace?: boolean };
  child: object;
}
const read = (...path: string[]) => readFileSync(join(recorded, ...path), "utf8");
const cases = readdirSync(recorded).flatMap((name) =>
  readdirSync(join(recorded, name))
    .filter((file) => file !== "parent.yaml" && file !== "handed-over.yaml")
    .map((file) => ({ name, file })),
);

describe("explain gives what MassGen generates", () => {
  test.each(cases)("$name $file", async ({ name, file }) => {
    const { parent_agent_id: agent, spawn, child } = parse(read(name, file)) as Recorded;
    const { config } = await parseParentConfig(read(name, "parent.yaml"), name);
    const explained = explain(config, {
      agent,
      type: spawn.subagent_type,
      refine: spawn.refine ?? true,
      skills: spawn.skills,
      includeParentWorkspace: spawn.include_parent_workspace ?? true,
    });
    expect(explained.child).toEqual(child);
  });

  const flags: [string, ...string[]][] = [
    ["lead.default.yaml"],
    ["lead.quick.yaml", "--quick"],
    ["lead.round_evaluator-quick.yaml", "--type", "round_evaluator", "--quick"],
    ["lead.explorer-skills.yaml", "--type", "explorer", "--skills", "semtools"],
    ["lead.isolated-from-parent.yaml", "--no-parent-workspace"],
  ];
  test.each(flags)(`the program, %s %j %j %j %j ${verifies("TEAM-EXPLAIN")}`, (file, ...options) => {
    const config = join(recorded, "07-inherit-local-wins/parent.yaml");
    const { status, stdout } = retinue(
      "explain",
      "--config",
      config,
      "--agent",
      "lead",
      "--json",
      ...options,
    );
    const evaluator = file.includes("round_evaluator");
    expect(JSON.parse(stdout)).toEqual({
      rule: evaluator ? "shared-team" : "parent-local-team",
      step: evaluator ? 1 : 2,
      because: expect.stringMatching(/\w+ \w+/),
      team: (evaluator ? ["judge_a", "judge_b"] : ["helper_1"]).map((id) => ({
        id,
        backend: expect.anything(),
      })),
      child: (parse(read("07-inherit-local-wins", file)) as Recorded).child,
    });
    expect(status).toBe(0);
  });
});

describe("explain for a person", () => {
  function written(text: string): string {
    const path = join(temporaryDirectory(), "parent.yaml");
    writeFileSync(path, text);
    return path;
  }
  const two =
    "agents: [{id: a, backend: {type: command, api_key: sk-1}}, {id: b, backend: {type: claude, model: m}}]";

  test("says rule, reason and team, and the child's configuration as YAML, without secrets", () => {
    const { status, stdout } = retinue("explain", "--config", written(two));
    expect(stdout).toMatch(/^ +rule +all-parent-agents \(step 6 of 6\)\n +because +neither a shared team/);
    expect(stdout).toMatch(/team +a: command\n +b: claude m\n/);
    expect(stdout).not.toContain("sk-1");
    expect(parse(stdout.slice(stdout.indexOf("\n\n")))).toMatchObject({ agents: [{ id: "a" }, { id: "b" }] });
    expect(status).toBe(0);
  });

  test("says which program an agent by ACP is, and shows no key of its tool servers", () => {
    const agents = [
      { id: "a", backend: { type: "acp", agent: "opencode", model: "anthropic/x" } },
      {
        id: "b",
        backend: {
          type: "acp",
          command: ["my-agent", "--acp"],
          mcp_servers: [
            { name: "far", url: "https://tools.example.org", headers: { Authorization: "Bearer sk-2" } },
          ],
        },
      },
    ];
    const { stdout, status } = retinue("explain", "--config", written(JSON.stringify({ agents })));
    expect(stdout).toMatch(/team +a: acp opencode anthropic\/x\n +b: acp my-agent\n/);
    expect(stdout).toContain("https://tools.example.org");
    expect(stdout).not.toContain("sk-2");
    expect(status).toBe(0);
  });

  test("takes the only agent for the one that spawns where the team depends on it", () => {
    const only = "agents: [{id: a, backend: {type: claude}, subagent_agents: [{id: h, backend: {}}]}]";
    expect(retinue("explain", "--config", written(only)).stdout).toContain("parent-local-team");
  });

  test("says what would be refused, and why", () => {
    const path = written(two);
    const refused = retinue("explain", "--config", path, "--model", "small");
    expect(refused).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/refused +model "small".*2 agents/),
    });
    const unknown = retinue("explain", "--config", path, "--agent", "c", "--json");
    expect(unknown.status).toBe(1);
    expect(JSON.parse(unknown.stdout)).toEqual({
      rule: null,
      step: null,
      because: null,
      team: [],
      error: { code: "UNKNOWN_AGENT", message: 'There is no agent "c"', remedy: "Name one of: a, b." },
    });
  });

  test("shows every problem of a broken configuration with its place", () => {
    const path = join(fixtures, "broken/41-many-at-once.yaml");
    const { status, stdout, stderr } = retinue("explain", "--config", path, "--json");
    expect(status).toBe(2);
    expect(stderr.match(/yaml:\d+:\d+ /g)).toHaveLength(4);
    expect((JSON.parse(stdout) as { error: { problems: unknown[] } }).error.problems).toHaveLength(4);
    const missing = retinue("explain", "--config", "/nowhere.yaml");
    expect(missing).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("/nowhere.yaml"),
    });
  });

  test("reads the retinue.yaml of the directory where no other is named", () => {
    const here = person();
    writeFileSync(join(here.work, "retinue.yaml"), two);
    expect(retinueIn(here, ["explain"])).toEqual(retinueIn(here, ["explain", "--config", "retinue.yaml"]));
    expect(retinueIn(here, ["explain"]).status).toBe(0);
  });

  test("warns of keys without effect", () => {
    const path = written(`${two}\norchestrator: {coordination: {subagent_typos: [x]}}`);
    expect(retinue("explain", "--config", path).stderr).toMatch(/:2:\d+ .*subagent_typos: is not a key/);
  });
});
