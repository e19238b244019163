import { temporaryDirectory, verifies } from "@retinue/testkit";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { retinue } from "../retinue.ts";

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function configure(project: string, types: string): void {
  const team = "agents: [{id: a, backend: {type: command, command: ['true']}}]\n";
  write(join(project, "retinue.yaml"), `${team}orchestrator: {coordination: {subagent_types: ${types}}}\n`);
}

describe("retinue profiles", () => {
  test("lists the profiles, their source, and which are active", () => {
    const project = temporaryDirectory();
    const { status, stdout, stderr } = retinue("profiles", "--project", project);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const rows = stdout.trimEnd().split("\n");
    expect(rows.map((row) => row.split(/ {2,}/).slice(0, 3))).toEqual([
      ["active", "explorer", "built in"],
      ["active", "researcher", "built in"],
      ["active", "evaluator", "built in"],
      ["active", "critic", "built in"],
      ["-", "round_evaluator", "built in"],
      ["-", "novelty", "built in"],
    ]);
  });

  test(`scaffolds one that is valid as it stands, and overwrites nothing ${verifies("PROFILE-TEMPLATE")}`, () => {
    const project = temporaryDirectory();
    const path = join(project, ".agent/subagent_types/reviewer/SUBAGENT.md");
    const made = retinue("profiles", "new", "reviewer", "--project", project);
    expect(made).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining(path) });
    writeFileSync(path, readFileSync(path, "utf8").replace("Say in two", "Mine. Say in two"));
    const again = retinue("profiles", "new", "reviewer", "--project", project);
    expect(again).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/is there already\. .*another name/),
    });
    expect(readFileSync(path, "utf8")).toContain("Mine.");

    configure(project, "[reviewer, Novelty]");
    const listed = JSON.parse(retinue("profiles", "--project", project, "--json").stdout);
    expect(listed.problems).toEqual([]);
    const active = listed.profiles.filter((profile: { active: boolean }) => profile.active);
    expect(active.map(({ name }: { name: string }) => name)).toEqual(["reviewer", "novelty"]);
    expect(active[0]).toMatchObject({ path, system_prompt: expect.stringContaining("Mine.") });
  });

  test("checks: a broken file and an unknown type are named, with exit code 1", () => {
    const project = temporaryDirectory();
    write(
      join(project, ".agent/subagent_types/critic/SUBAGENT.md"),
      "---\ndescription: c\nmcp_servers: []\n---\nText.",
    );
    configure(project, "[critic, wizard]");
    const { status, stdout, stderr } = retinue("profiles", "--project", project);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^broken {2}critic /m);
    expect(stdout).not.toMatch(/^active/m);
    expect(stderr).toMatch(
      /"wizard"[^]*critic\/SUBAGENT\.md is no profile: unknown key mcp_servers \(.*backends/,
    );
  });

  test.each(["../up", "a b"])("refuses to scaffold %j", (name) => {
    const { status, stderr } = retinue("profiles", "new", name, "--project", temporaryDirectory());
    expect(status).toBe(2);
    expect(stderr).toContain(JSON.stringify(name));
  });

  test("a configuration that cannot be read is named", () => {
    const { status, stderr } = retinue("profiles", "--config", "/nowhere/retinue.yaml");
    expect(status).toBe(2);
    expect(stderr).toMatch(/\/nowhere\/retinue\.yaml cannot be read[^]*--config FILE/);
  });
});
