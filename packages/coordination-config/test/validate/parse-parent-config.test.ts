import {
  agentsOf,
  coordinationSchema,
  inheritedSettingsOf,
  parseParentConfig,
} from "@retinue/coordination-config";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const agents = "agents: [{id: lead, backend: {type: openai, temperature: 0.5}}]\n";
const coordination = (text: string) => `${agents}orchestrator: {coordination: {${text}}}`;

describe("parseParentConfig", () => {
  it(`leaves alone what is not about subagents ${verifies("CONFIG-UNTOUCHED")}`, async () => {
    const text = `${agents}ui: {display_type: rich}\norchestrator:\n  dspy: {n: 3}\n  coordination: {broadcast: agents, persona_generator: {enabled: true}}`;
    const { config, warnings } = await parseParentConfig(text, "c.yaml");
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      ui: { display_type: "rich" },
      agents: [{ backend: { temperature: 0.5 } }],
      orchestrator: {
        dspy: { n: 3 },
        coordination: { broadcast: "agents", persona_generator: { enabled: true } },
      },
    });
  });

  it("fills in the defaults", async () => {
    const { config } = await parseParentConfig(coordination("subagent_orchestrator: {}"), "c.yaml");
    expect(config.orchestrator?.coordination).toMatchObject({
      enable_subagents: false,
      subagent_default_timeout: 300,
      subagent_min_timeout: 60,
      subagent_max_timeout: 600,
      subagent_max_concurrent: 3,
      round_evaluator_transformation_pressure: "balanced",
      subagent_orchestrator: { shared_child_team_types: ["round_evaluator"], max_new_answers: 3, agents: [] },
    });
    // Who starts runs for a person in a container tells what was chosen from what was left open.
    expect(config.orchestrator?.coordination).not.toHaveProperty("subagent_runtime_mode");
  });

  it("shows no password of a URL that stands at a wrong place", async () => {
    const url = "https://user:hunter2@host/v1?api_key=abcdefgh";
    const { warnings } = await parseParentConfig(coordination(`subagent_base_url: "${url}"`), "c.yaml");
    expect(warnings).toEqual([expect.stringContaining('(found "https://…@host/v1?api_key=…")')]);
    const wrong = parseParentConfig(coordination(`subagent_min_timeout: "${url}"`), "c.yaml");
    await expect(wrong).rejects.toThrow('(found "https://…@host/v1?api_key=…")');
  });

  it("takes the one agent that some configurations have", async () => {
    const { config } = await parseParentConfig("agent: {id: solo, backend: {type: claude}}", "c.yaml");
    expect(agentsOf(config)).toMatchObject([{ id: "solo" }]);
  });

  it(`raises the maximum to a default above it, with a warning ${verifies("CONFIG-RAISED-MAXIMUM")}`, async () => {
    const { config, warnings } = await parseParentConfig(
      coordination("subagent_default_timeout: 900"),
      "c.yaml",
    );
    expect(config.orchestrator?.coordination).toMatchObject({ subagent_default_timeout: 900 });
    expect(warnings).toEqual([expect.stringContaining("the maximum was raised to 900")]);
  });

  it("warns of keys that look like subagents' and are none, each with its place", async () => {
    const text = coordination(
      "subagent_defualt_timeout: 10, subagent_orchestrator: {final_strategy: x, blocking: true}",
    );
    const { warnings } = await parseParentConfig(text, "c.yaml");
    expect(warnings).toEqual([
      expect.stringMatching(
        /^c\.yaml:2:\d+ orchestrator\.coordination\.subagent_defualt_timeout: is not a key.*subagent_default_timeout/,
      ),
      expect.stringMatching(
        /^c\.yaml:2:\d+ .*subagent_orchestrator\.final_strategy: is not a key.*final_answer_strategy/,
      ),
    ]);
  });

  it.each(["comand", "commandd", "cmomand", "claud_code", "gemini_cly"])(
    "refuses %s, which is the type of a backend misspelt, wherever it is",
    async (type) => {
      const team = `subagent_orchestrator: {agents: [{id: b, backend: {type: ${type}}}]}`;
      await expect(parseParentConfig(coordination(team), "c.yaml")).rejects.toThrow(
        /c\.yaml:2:\d+ .*agents\[0\]\.backend\.type: .*is the type of no backend.*Write (command|claude_code|gemini_cli)\./,
      );
      const own = `agents: [{id: a, backend: {type: ${type}}}]`;
      await expect(parseParentConfig(own, "c.yaml")).rejects.toThrow(/is the type of no backend/);
    },
  );

  it("warns of a type that may be a newer MassGen's, and of none that is known", async () => {
    const { warnings } = await parseParentConfig("agents: [{id: a, backend: {type: oracle}}]", "c.yaml");
    expect(warnings).toEqual([
      expect.stringMatching(/backend\.type: .*only an engine that knows it can run it/),
    ]);
    for (const type of ["command", "openai", "lmstudio", "gemini_cli"])
      expect(
        (await parseParentConfig(`agents: [{id: a, backend: {type: ${type}}}]`, "c.yaml")).warnings,
      ).toEqual([]);
  });

  it("warns of each key that is right and that nothing obeys", async () => {
    const keys = [
      "enable_subagents: false",
      "background_subagents: {enabled: false}",
      "enable_execution_trace_analyzer: true",
      "subagent_orchestrator: {enabled: false, max_new_answers: 2}",
    ];
    const evaluator = [
      "round_evaluator_before_checklist: true",
      "orchestrator_managed_round_evaluator: true",
    ];
    for (const key of keys) {
      const more = key.startsWith("enable_execution") ? evaluator : [];
      const text =
        more.length === 0
          ? coordination(key)
          : `${agents}orchestrator: {voting_sensitivity: checklist_gated, coordination: {${[key, ...more].join(", ")}, enable_subagents: true, subagent_orchestrator: {enabled: true}, subagent_types: [round_evaluator]}}`;
      const { warnings } = await parseParentConfig(text, "c.yaml");
      expect(warnings).toEqual([expect.stringMatching(/^c\.yaml:2:\d+ orchestrator\..* has no effect/)]);
      expect(warnings[0]).toContain(key.slice(0, key.indexOf(":")));
    }
    const obeyed = "enable_subagents: true, subagent_orchestrator: {enabled: true}";
    expect((await parseParentConfig(coordination(obeyed), "c.yaml")).warnings).toEqual([]);
  });

  it("finds its place through aliases, and refuses a bomb of them", async () => {
    const text = "backend: &b {type: 7}\nagents: [{id: a, backend: *b}]";
    await expect(parseParentConfig(text, "c.yaml")).rejects.toThrow(
      /c\.yaml:2:\d+ agents\[0\]\.backend\.type/,
    );
    const bomb = [
      "a: &a [x, x]",
      ..."bcdefghij"
        .split("")
        .map((name, index) => `${name}: &${name} [${`*${"abcdefghi"[index]}, `.repeat(9)}]`),
    ];
    await expect(parseParentConfig(bomb.join("\n"), "c.yaml")).rejects.toThrow(/must be YAML/);
  });

  it("does not repeat secrets", async () => {
    const text = "agents: [{id: a, backend: {type: openai}}]\nretinue: {api_key: sk-very-secret}";
    await expect(parseParentConfig(text, "c.yaml")).rejects.toThrow(/^(?![^]*very-secret)[^]*found a secret/);
  });
});

describe("inheritedSettingsOf", () => {
  it("hands over what a key of the configuration says, and MassGen's default otherwise", async () => {
    const text = `${agents}timeout_settings: {initial_round_timeout_seconds: 600}\norchestrator: {voting_threshold: 5, gap_report_mode: none, coordination: {enabled_skill_names: [a]}}`;
    const { config } = await parseParentConfig(text, "c.yaml");
    expect(inheritedSettingsOf(config)).toMatchObject({
      voting_sensitivity: "lenient",
      voting_threshold: 5,
      gap_report_mode: "none",
      use_skills: true,
      enabled_skill_names: ["a"],
      parent_round_timeouts: { initial_round_timeout_seconds: 600, round_timeout_grace_seconds: 120 },
    });
  });
});

it("the schema for editors carries descriptions, examples and defaults", () => {
  const { properties } = z.toJSONSchema(coordinationSchema, { io: "input" });
  expect(properties?.["subagent_min_timeout"]).toMatchObject({
    description: "Seconds; a shorter request is raised to this",
    examples: [60],
    default: 60,
    type: "integer",
  });
});
