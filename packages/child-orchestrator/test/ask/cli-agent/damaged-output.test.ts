import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { cliPlace, type CliType } from "./cli-request.ts";

const programs = { claude_code: "claude", codex: "codex", gemini_cli: "gemini" } as const;

/** What the real programs cannot be brought to print, by a program of their name. */
function printing(type: CliType, output: string, exit = 0, stderr = "") {
  const directory = temporaryDirectory();
  const bin = join(directory, "bin");
  mkdirSync(bin);
  for (const [name, text] of [
    ["output", output],
    ["errors", stderr],
  ] as const) {
    writeFileSync(join(directory, name), text);
  }
  // Claude Code's stays open.
  const reads = type === "claude_code" ? "head -n 1 >/dev/null" : "cat >/dev/null";
  // Codex is asked other things before.
  const before = 'case "$1" in mcp) echo "[]"; exit 0;; login|sandbox) exit 0;; esac\n';
  const script = `#!/bin/sh\n${before}${reads}; cat '${directory}/errors' >&2; cat '${directory}/output'; exit ${exit}\n`;
  writeFileSync(join(bin, programs[type]), script, { mode: 0o755 });
  return cliPlace(bin);
}

const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join("\n");
const said = 'The answer is\n42, "really".';
const whole: Readonly<Record<CliType, string>> = {
  claude_code: lines(
    { type: "system", subtype: "init", session_id: "s" },
    { type: "result", subtype: "success", is_error: false, result: said, session_id: "s", modelUsage: {} },
  ),
  codex: lines(
    { type: "thread.started", thread_id: "s" },
    { type: "item.completed", item: { type: "agent_message", text: said } },
    { type: "turn.completed", usage: { input_tokens: 1, output_tokens: 1 } },
  ),
  gemini_cli: lines(
    { type: "init", session_id: "s" },
    { type: "message", role: "assistant", content: said, delta: true },
    { type: "result", status: "success", stats: { models: {} } },
  ),
};
const types = Object.keys(whole) as CliType[];
const model = { model: "gpt-5.4" };
/** Cuts the output in the middle of the last line in which the answer is, behind it. */
const cutAfter = (output: string) => output.slice(0, output.lastIndexOf('really\\"') + 'really\\".'.length);

describe.each(types)("%s, when its output is damaged", (type) => {
  it("is read as usual when it is whole", async () => {
    const reply = await printing(type, `${whole[type]}\n`).ask(type, model);
    expect(reply).toMatchObject({ text: said, problems: [] });
  });

  it("keeps the answer between log lines, and behind a prefix", async () => {
    const noisy = whole[type]
      .split("\n")
      .flatMap((line) => ["[warn] {not json}", `12:00 debug ${line} (end)`]);
    expect(await printing(type, noisy.join("\n")).ask(type, model)).toMatchObject({
      text: said,
      problems: [],
    });
  });

  it("keeps an answer whose end is missing, and says so", async () => {
    const reply = await printing(type, cutAfter(whole[type])).ask(type, model);
    expect(reply.failure).toBeUndefined();
    expect(reply.text).toBe(said);
    expect(reply.problems).toEqual([expect.stringContaining("ended in the middle of its output")]);
  });

  it("takes what is no JSON at all for the answer, and says so", async () => {
    const reply = await printing(type, `${said}\n`).ask(type, model);
    expect(reply).toMatchObject({ text: said, problems: [expect.stringContaining("printed no JSON")] });
  });

  it("keeps an answer that came before a crash", async () => {
    const reply = await printing(type, whole[type], 134).ask(type, model);
    expect(reply).toMatchObject({
      text: said,
      problems: [`${programs[type]} exited with 134 after its answer`],
    });
  });

  it("fails when there is nothing, with what it said last", async () => {
    const reply = await printing(type, "", 3, "Warning: old\nfile not found: x\n    at y (z.js)\n").ask(
      type,
      model,
    );
    expect(reply.failure).toBe(`${programs[type]} exited with 3 (file not found: x)`);
    const silent = await printing(type, "", 0).ask(type, model);
    expect(silent.failure).toBe(`${programs[type]} gave no answer`);
  });

  it("fails when it says that it is too old for an option", async () => {
    const reply = await printing(type, "", 1, "error: unknown option '--output-format=stream-json'").ask(
      type,
      model,
    );
    expect(reply.failure).toMatch(
      /does not know an option \(.+\): bring it up to date: npm install -g @.+@latest/,
    );
  });
});

describe("other damage", () => {
  it("does not take for an answer what was said before a tool was used", async () => {
    const output = lines(
      { type: "assistant", message: { id: "1", content: [{ type: "text", text: "I look." }] } },
      { type: "assistant", message: { id: "1", content: [{ type: "tool_use", name: "Read", input: {} }] } },
    );
    const reply = await printing("claude_code", output).ask("claude_code");
    expect(reply.failure).toBe("claude gave no answer; what it had said, 7 characters, is kept");
  });

  it("keeps what was said before the failure in a file", async () => {
    const output = lines(
      { type: "init", session_id: "s" },
      { type: "message", role: "assistant", content: "Half of", delta: true },
      { type: "result", status: "error", error: { message: "no more" } },
    );
    const reply = await printing("gemini_cli", output).ask("gemini_cli");
    expect(reply.failure).toMatch(/^gemini failed \(no more\); what it had said, 7 characters, is kept/);
  });

  it("has an agent asked again whose ballot is empty", async () => {
    const text = '{"vote": null, "reason": "", "new_answer": null}';
    const output = lines(
      { type: "item.completed", item: { type: "agent_message", text } },
      { type: "turn.completed" },
    );
    const ballot = { labels: ["agent1.1"], mayAnswer: true };
    const reply = await printing("codex", output).ask("codex", model, { stage: "vote", ballot });
    expect(reply).toMatchObject({ text: "" });
    expect(reply.vote).toBeUndefined();
    expect(reply.failure).toBeUndefined();
  });

  it("is no answer when Gemini CLI was stopped in the middle of it", async () => {
    const output = lines({ type: "message", role: "assistant", content: "Half of", delta: true });
    const finish = AbortSignal.abort();
    const reply = await printing("gemini_cli", output).ask("gemini_cli", {}, { finish });
    expect(reply.failure).toMatch(/^gemini was stopped in the middle of its answer; what it had said/);
  });

  it("asks again in the vote stage for a reply that is neither vote nor answer", async () => {
    const output = lines({ type: "result", status: "success", stats: {} });
    const ballot = { labels: ["agent1.1"], mayAnswer: true };
    const reply = await printing("gemini_cli", output).ask("gemini_cli", {}, { stage: "vote", ballot });
    expect(reply).toMatchObject({ text: "" });
    expect(reply.failure).toBeUndefined();
  });

  it.each(["[{", '[{"name": "my.server"}]'])("runs no Codex whose MCP servers are %s", async (list) => {
    const place = printing("codex", whole.codex);
    writeFileSync(
      join(place.path.split(":")[0] ?? "", "codex"),
      `#!/bin/sh\n[ "$1" != mcp ] || echo '${list}'\n`,
    );
    const reply = await place.ask("codex");
    expect(reply.failure).toMatch(/^codex's MCP servers cannot be kept out of the agent \(.+\): see that/);
  });

  it("names the sandbox where Codex has none that works", async () => {
    const place = printing("codex", whole.codex);
    writeFileSync(
      join(place.path.split(":")[0] ?? "", "codex"),
      "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2; exit 1\n",
    );
    const reply = await place.ask("codex");
    expect(reply.failure).toMatch(
      /^codex's sandbox does not work here \(bwrap: .+ denied\): allow unprivileged/,
    );
  });
});
