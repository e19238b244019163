import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { askScripted } from "./ask-scripted.ts";

function place() {
  const directory = temporaryDirectory("retinue-acp-place-");
  const [workspace, context, hidden] = ["workspace", "context", "context/hidden"].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  for (const path of [workspace, context, hidden]) mkdirSync(path, { recursive: true });
  writeFileSync(join(directory, "secret"), "one\ntwo\nthree\n");
  writeFileSync(join(context, "told"), "one\ntwo\nthree\n");
  writeFileSync(join(hidden, "told"), "one\ntwo\nthree\n");
  symlinkSync(directory, join(workspace, "out"));
  return { directory, workspace, context, hidden };
}

const allowed = { outcome: "selected", optionId: "allow_once" };
const refused = { outcome: "selected", optionId: "reject_once" };

/** Asks for each kind of use, and gives what it was answered. */
async function answers(
  uses: readonly (readonly [kind: string, more: object])[],
  { workspace, context, hidden }: ReturnType<typeof place>,
  backend: Readonly<Record<string, unknown>> = {},
  hasShell = false,
) {
  const asked = await askScripted(
    "asks",
    { workspace, contextPaths: [context], hiddenPaths: [hidden], hasShell },
    { env: { ASKS: JSON.stringify(uses) }, ...backend },
  );
  const reply = await asked.reply;
  const given = asked.noted().filter(([word]) => uses.some(([kind]) => kind === word) || word === "for ever");
  return { reply, given: given.map(([, outcome]) => outcome), draft: asked.draft };
}

const mine = { name: "mine", command: "true" };
const at = (path: string) => ({ locations: [{ path }] });

describe("what an agent that speaks ACP asks for is answered by its role", () => {
  it(
    "reads in its places, writes in its own, runs nothing, fetches nothing",
    { timeout: 60_000 },
    async () => {
      const here = place();
      const { workspace, context, hidden, directory } = here;
      const cases: readonly (readonly [string, object, object])[] = [
        ["read", at(join(context, "told")), allowed],
        ["read", { rawInput: { file_path: join(workspace, "a") } }, allowed],
        ["read", at(join(directory, "secret")), refused],
        ["read", at(join(hidden, "told")), refused],
        ["read", at(join(workspace, "out/secret")), refused],
        ["read", {}, refused],
        ["search", {}, allowed],
        ["search", { rawInput: { path: directory } }, refused],
        ["edit", at(join(workspace, "new")), allowed],
        ["edit", at("new"), allowed],
        ["edit", at(join(context, "told")), refused],
        ["edit", at(join(workspace, "out/new")), refused],
        [
          "edit",
          { ...at(join(workspace, "a")), content: [{ type: "diff", path: "/etc/passwd", newText: "" }] },
          refused,
        ],
        ["edit", {}, refused],
        ["edit", at(join(workspace, ".gemini/settings.json")), refused],
        ["edit", at(join(workspace, "OpenCode.json")), refused],
        [
          "move",
          { locations: [{ path: join(workspace, "a") }, { path: join(workspace, ".qwen") }] },
          refused,
        ],
        ["edit", at(join(workspace, ".github/workflows/test.yml")), allowed],
        ["edit", at(join(workspace, "src/opencode.json")), allowed],
        ["delete", at(join(workspace, "a")), allowed],
        ["move", { locations: [{ path: join(workspace, "a") }, { path: "/etc/a" }] }, refused],
        ["execute", { rawInput: { command: "ls" } }, refused],
        ["fetch", { rawInput: { url: "http://example.org" } }, refused],
        ["switch_mode", {}, refused],
        ["other", { title: "mcp__mine__look" }, refused],
        ["think", {}, allowed],
      ];
      const { given, reply, draft } = await answers(
        cases.map(([kind, more]) => [kind, more]),
        here,
      );
      // The last one could only be allowed for ever.
      expect(given).toEqual([...cases.map(([, , outcome]) => outcome), refused]);
      const count = cases.filter(([, , outcome]) => outcome === refused).length + 1;
      expect(reply).toMatchObject({ text: "Asked.", failure: undefined });
      expect(reply.problems?.join("|")).toMatch(
        `${count} requests of its for permission or a file were refused: A use of read: `,
      );
      expect(draft.said()).toContain("[refused: A use of execute: commands run in a sandbox only");
    },
  );

  it("with a shell, the web and a tool server, those as well", { timeout: 60_000 }, async () => {
    const here = place();
    const uses = [
      ["execute", {}],
      ["fetch", {}],
      ["other", { title: "mcp__mine__look" }],
      ["other", { title: "mcp__yours__look" }],
    ] as const;
    const { given } = await answers(uses, here, { enable_web_search: true, mcp_servers: [mine] }, true);
    expect(given).toEqual([allowed, allowed, allowed, refused, refused]);
  });

  it("tools of a tool server, by what agents call them, and no other that is shown so", async () => {
    const command = (server: string, more: object) => ({ rawInput: { server, tool: "look" }, ...more });
    const cases: readonly (readonly [string, object, object])[] = [
      ["other", { title: "look (mine MCP Server)" }, allowed],
      ["other", { title: '{"word": 1}', _meta: { toolName: "mcp__mine__look" } }, allowed],
      ["other", { title: "Look", _meta: { claudeCode: { toolName: "mcp__mine__look" } } }, allowed],
      ["execute", command("mine", { _meta: { is_mcp_tool_call: true } }), allowed],
      ["execute", command("yours", { _meta: { is_mcp_tool_call: true } }), refused],
      ["execute", command("mine", { title: "mcp__mine__look" }), refused],
      ["other", { title: "mcp__mine__look", _meta: { toolName: "agent" } }, refused],
      ["other", { title: "mcp__mine__look at this" }, refused],
    ];
    const uses = cases.map(([kind, more]) => [kind, more] as const);
    const { given } = await answers(uses, place(), { mcp_servers: [mine] });
    expect(given).toEqual([...cases.map(([, , outcome]) => outcome), refused]);
  });

  it.for(["end_turn", "cancelled"])(
    "one that ends its turn for a refusal (%s) is asked to go on without",
    { timeout: 60_000 },
    async (ENDS) => {
      const asked = await askScripted("gives", {}, { env: { ENDS } });
      const reply = await asked.reply;
      expect(reply).toMatchObject({ text: "Without it, then.", failure: undefined });
      expect(reply.problems?.join("|")).toMatch(/1 request of its for permission or a file was refused/);
      expect(asked.noted().filter(([word]) => word === "prompt")).toHaveLength(2);
    },
  );

  it("serves files within its places, and has no terminal", { timeout: 60_000 }, async () => {
    const { workspace, context, directory, hidden } = place();
    const asks = [
      ["read", join(context, "told")],
      ["read", join(directory, "secret")],
      ["read", join(workspace, "out/secret")],
      ["read", join(workspace, "none")],
      ["read", join(hidden, "told")],
      ["write", join(workspace, "a/new")],
      ["write", join(context, "new")],
      ["write", join(workspace, "out/new")],
      ["write", join(workspace, ".env")],
    ];
    const asked = await askScripted(
      "files",
      { workspace, contextPaths: [context], hiddenPaths: [hidden] },
      { env: { ASKS: JSON.stringify(asks) } },
    );
    const reply = await asked.reply;
    const told = asked.noted().filter(([word]) => ["read", "write", "terminal"].includes(String(word)));
    expect(told.map(([, answer]) => answer)).toEqual([
      { content: "two" },
      -32602,
      -32602,
      -32002,
      -32602,
      {},
      -32602,
      -32602,
      -32602,
      expect.stringMatching(/Method not found/),
    ]);
    expect(readFileSync(join(workspace, "a/new"), "utf8")).toBe("written");
    // What is not there was not refused.
    expect(reply.problems?.join("|")).toMatch(/6 requests of its for permission or a file were refused/);
    expect(asked.noted()[0]?.[1]).toMatchObject({
      fs: { readTextFile: true, writeTextFile: true },
      terminal: false,
    });
  });
});
