import { installedProgram } from "@retinue/testkit";
import { startVendorApi, type VendorRequest, type VendorToolCall } from "@retinue/testkit/vendor-api";
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { person, retinueIn } from "../retinue-in.ts";
import { ask, offers, realClients, replyIn, toolResult, type Person } from "./real-client.ts";

const [claude] = realClients;
const { missing } = installedProgram(claude.program);

/** A project whose tests want its function under another name. */
const project = {
  "greet.mjs": "export function hello(name) {\n  return `Hello ${name}`;\n}\n",
  "app.mjs":
    'import { hello } from "./greet.mjs";\nexport const all = (names) => names.map((name) => hello(name));\n',
  "greet.test.mjs":
    'import assert from "node:assert/strict";\nimport test from "node:test";\nimport { all } from "./app.mjs";\n' +
    'import * as names from "./greet.mjs";\n\ntest("greets", () => {\n' +
    '  assert.deepEqual(Object.keys(names), ["greet"]);\n  assert.deepEqual(all(["you"]), ["Hello you"]);\n});\n',
};

function git({ work }: Person, ...args: string[]): string {
  const named = ["-c", "user.name=A", "-c", "user.email=a@localhost"];
  return execFileSync("git", [...named, ...args], { cwd: work, stdio: "pipe" })
    .toString()
    .trim();
}

const ownTests = ({ work, environment }: Person) =>
  spawnSync(process.execPath, ["--test"], { cwd: work, env: environment, encoding: "utf8" });

/** What the parent's model does. */
const parents: readonly [tool: string, args: Record<string, unknown>][] = [
  [
    "spawn_subagents",
    {
      tasks: [
        { task: "Rename the function hello to greet.", subagent_id: "renamer", changes: { path: "." } },
      ],
      refine: false,
    },
  ],
  ["apply_subagent_changes", { subagent_id: "renamer", commit: true }],
];

/** What the subagent's model does in the clone at a directory: its program edits only what it has read. */
const childs = (clone: string): VendorToolCall[] =>
  ["greet.mjs", "app.mjs"].flatMap((name) => {
    const file_path = join(clone, name);
    const edit = { file_path, old_string: "hello", new_string: "greet", replace_all: true };
    return [
      { name: "Read", arguments: { file_path } },
      { name: "Edit", arguments: edit },
    ];
  });

const resultsBefore = ({ messages }: VendorRequest) => messages.filter(({ role }) => role === "tool").length;

test.skipIf(missing)(
  `Claude Code has a function renamed by a subagent that is Claude Code, and the project's tests pass ${missing ?? ""}`,
  async () => {
    const given: string[] = [];
    const somebody = person(claude.program);
    const spawns = claude.call("spawn_subagents", {});
    const api = await startVendorApi({
      respond: (request) => {
        const step = resultsBefore(request);
        if (offers(request, spawns)) {
          const [tool, args] = parents[step] ?? [];
          given[step - 1] = toolResult(request) ?? "";
          return tool === undefined ? { text: "renamed" } : { toolCalls: [claude.call(tool, args ?? {})] };
        }
        // Besides, it asks a smaller model about titles and the like.
        if (!offers(request, { name: "Edit", arguments: {} })) return { text: "ok" };
        const agent = /\/\S+\/subagents\/renamer\/workspace\/agent_1_\w+/.exec(request.text)?.[0] ?? "";
        const call = childs(join(agent, "work"))[step];
        return call === undefined ? { text: "It is called greet now." } : { toolCalls: [call] };
      },
    });
    onTestFinished(() => api.stop());
    claude.logIn(somebody, api.url);
    const backend = { type: "claude_code", model: "claude-sonnet-4-5", base_url: api.url };
    const files = { ...project, "retinue.yaml": JSON.stringify({ agents: [{ id: "coder", backend }] }) };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(somebody.work, name), text);
    git(somebody, "init", "--quiet", "--initial-branch=main");
    git(somebody, "add", "--all");
    git(somebody, "commit", "--quiet", "--message", "First");
    expect(ownTests(somebody).status).toBe(1);
    expect(retinueIn(somebody, ["config", claude.name, "--write"])).toMatchObject({ status: 0 });

    const { status, stdout, stderr } = await ask(claude, somebody, "Have hello renamed to greet.");
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("renamed");
    const [spawned = "", applied = ""] = given;
    expect(replyIn(spawned)).toMatchObject({
      results: [
        {
          status: "completed",
          answer: "It is called greet now.",
          changes: { files: 2, insertions: 3, deletions: 3, merges: [{ branch: "HEAD", clean: true }] },
        },
      ],
    });
    expect(replyIn(applied)).toMatchObject({ success: true, applied: 2, files: ["app.mjs", "greet.mjs"] });
    const tested = ownTests(somebody);
    expect(tested).toMatchObject({ status: 0, stderr: "" });
    expect(git(somebody, "log", "-1", "--format=%s")).toBe("Changes of subagent renamer");
    expect(git(somebody, "status", "--porcelain")).toBe("");
  },
  240_000,
);
