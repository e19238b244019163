import { eventually, temporaryDirectory, verifies } from "@retinue/testkit";
import { startVendorApi, type VendorToolCall } from "@retinue/testkit/vendor-api";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

function write(path: string, content: string | object): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: What ${name} is for\n---\nThe text of ${name}.\n`;

/** A server whose user has skills, and whose project has others. */
function start(backend: object, coordination: object = {}) {
  const directory = temporaryDirectory("retinue-skills-");
  const home = temporaryDirectory("retinue-home-");
  const orchestrator = { coordination: { subagent_runtime_mode: "inherited", ...coordination } };
  write(join(directory, "retinue.yaml"), { agents: [{ id: "one", backend }], orchestrator });
  const paths = {
    pdf: write(join(directory, ".agent/skills/pdf/SKILL.md"), skill("pdf")),
    notes: write(join(home, ".agent/skills/notes/SKILL.md"), skill("notes")),
    table: write(join(home, ".claude/skills/table/SKILL.md"), skill("table")),
    more: write(join(home, ".agent/skills/notes/more.md"), "More about notes."),
  };
  const server = rawServer({ cwd: directory, args: ["--engine", "retinue-child"], env: { HOME: home } });
  server.send(initialize);
  let id = 1;
  const answerTo = async (task: object) => {
    server.send(call(++id, "spawn_subagents", { tasks: [{ task: "Do it.", ...task }], refine: false }));
    const reply = await eventually("the reply", () => replyOf(server, id), 60);
    const { results } = reply["structuredContent"] as { results: { answer: string }[] };
    return results[0]?.answer ?? "";
  };
  return { paths, answerTo };
}

test(`an agent is told of the skills that the parent has on, or in their place of those of its spawn ${verifies("CHILD-SKILLS")}`, async () => {
  // Its answer is the prompt that it was given.
  const echo = { type: "command", command: ["cat"] };
  const { paths, answerTo } = start(echo, { use_skills: true, enabled_skill_names: ["pdf"] });
  const ofParent = await answerTo({});
  expect(ofParent).toContain(`- pdf: What pdf is for (${paths.pdf})`);
  expect(ofParent).not.toMatch(/- (notes|table): /);
  const ofSpawn = await answerTo({ skills: ["Notes", "table"] });
  expect(ofSpawn).toContain(`- notes: What notes is for (${paths.notes})`);
  expect(ofSpawn).toContain(`- table: What table is for (${paths.table})`);
  expect(ofSpawn).not.toContain("- pdf: ");
  expect(await start(echo).answerTo({})).not.toContain("# Skills");
});

test("a model reads what its skill has beside it, and no other of the user's", async () => {
  const read = (path: string): VendorToolCall => ({ name: "read_file", arguments: { path } });
  let calls: readonly VendorToolCall[] = [];
  const api = await startVendorApi({
    respond: ({ messages }) => (messages.at(-1)?.role === "tool" ? { text: "Done." } : { toolCalls: calls }),
  });
  onTestFinished(() => api.stop());
  const backend = { type: "chatcompletion", model: "m", base_url: `${api.url}/v1` };
  const { paths, answerTo } = start(backend);
  calls = [paths.notes, paths.more, paths.table].map(read);
  expect(await answerTo({ skills: ["notes"] })).toBe("Done.");
  const said = (api.requests[1]?.messages ?? [])
    .filter(({ role }) => role === "tool")
    .map(({ text }) => text);
  expect(said).toEqual([
    skill("notes"),
    "More about notes.",
    expect.stringMatching(/^error: .*table\/SKILL\.md is not in one of your places/),
  ]);
  expect(api.requests[0]?.messages[0]).toMatchObject({
    role: "system",
    text: expect.stringContaining("- notes: "),
  });
});
