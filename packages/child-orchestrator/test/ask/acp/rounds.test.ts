import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import type { AgentSession } from "../../../src/contract/agent-backend.ts";
import { askScripted } from "./ask-scripted.ts";
import { mailbox } from "./mailbox.ts";

describe("a round of an agent that speaks ACP", { timeout: 60_000 }, () => {
  it("hands on its words and tools, and counts tokens and cost", async () => {
    const asked = await askScripted("truth");
    expect(await asked.reply).toMatchObject({
      text: "The answer is 42.",
      failure: undefined,
      problems: [],
      usage: { input_tokens: 100, cached_input_tokens: 20, output_tokens: 10, estimated_cost: 0.5 },
    });
    expect(asked.draft.said()).toBe("Let me look.The answer is 42.");
    expect(asked.draft.tools).toEqual(["execute"]);
    expect(asked.draft.counted()).toMatchObject({ input_tokens: 100, estimated_cost: 0.5 });
  });

  it("goes on in the session that was kept, whose earlier words and costs are not counted again", async () => {
    const kept: AgentSession[] = [];
    const keepSession = (session: AgentSession) => void kept.push(session);
    const first = await askScripted("truth", { keepSession });
    await first.reply;
    expect(kept.at(-1)).toMatchObject({ id: "s1", cost: 0.5 });
    const { workspace } = first;
    const second = await askScripted("truth", { workspace, keepSession, session: kept.at(-1) });
    // It tells of 0.25 when it loads it, and of 0.5 at its end.
    expect(await second.reply).toMatchObject({ text: "The answer is 42.", usage: { estimated_cost: 0.25 } });
    expect(second.draft.said()).toBe("Let me look.The answer is 42.");
    const opened = second
      .noted()
      .flatMap(([word, of]) => (word === "load" || word === "new" ? [[word, of]] : []));
    expect(opened).toMatchObject([
      ["new", { cwd: workspace }],
      ["load", "s1"],
    ]);
  });

  it("begins a new session where the old one is gone, and says so", async () => {
    const program = process.execPath.split("/").at(-1);
    const asked = await askScripted("truth", { session: { program, id: "gone" } });
    expect(await asked.reply).toMatchObject({
      text: "The answer is 42.",
      problems: ["its earlier session is gone: it began a new one"],
    });
  });

  it("votes in words", async () => {
    const ballot = { labels: ["agent1.1", "agent2.1"], mayAnswer: true };
    const asked = await askScripted("vote", { stage: "vote", ballot });
    expect(await asked.reply).toMatchObject({ vote: { for: "agent2.1", reason: "says most" } });
    expect(asked.noted().find(([word]) => word === "vote")?.[1]).toMatch(
      /To vote, reply with one JSON object/,
    );
  });

  it("hands on tool servers, sets a mode, and says what has no effect", async () => {
    const mcp_servers = [
      { name: "files", type: "stdio", command: "node", args: ["x.js"], env: { A: "1" } },
      { name: "far", type: "streamable-http", url: "http://127.0.0.1:1/mcp", headers: { B: "2" } },
      { name: "old", type: "sse", url: "http://127.0.0.1:1/sse" },
    ];
    const asked = await askScripted(
      "truth",
      {},
      { mcp_servers, mode: "ask", model: "m", base_url: "http://x.test" },
    );
    const { problems } = await asked.reply;
    expect(asked.noted().find(([word]) => word === "new")?.[1]).toMatchObject({
      cwd: asked.workspace,
      mcpServers: [
        { name: "files", command: "node", args: ["x.js"], env: [{ name: "A", value: "1" }] },
        { type: "http", name: "far", url: "http://127.0.0.1:1/mcp", headers: [{ name: "B", value: "2" }] },
      ],
    });
    expect(asked.noted()).toContainEqual(["mode", "ask"]);
    expect(problems?.join("|")).toMatch(
      /without effect on node: base_url\|.*takes no tool server by sse: old.*\|.*lets no model be chosen/,
    );
  });

  it("a message cancels its turn and is answered in its session; the receipt says so", async () => {
    const { box, receipts, send } = mailbox();
    const asked = await askScripted("cancel-honestly", { messages: box });
    await eventually("the beginning of its answer", () => asked.draft.said() !== "", 30);
    send("Say it anew.");
    expect(await asked.reply).toMatchObject({ text: "Said anew.", failure: undefined });
    expect(receipts).toEqual([
      "its open turn was cancelled, with the tools at work in it, and it was asked anew in the same session",
    ]);
    expect(asked.noted().filter(([word]) => word === "cancel")).toHaveLength(1);
  });

  it.each([
    ["in the same breath", "at once"],
    ["when its turn is long over", "later"],
  ])("a message is queued where the agent takes one in its open turn, and answered %s", async (_, when) => {
    const { box, receipts, send } = mailbox();
    const asked = await askScripted("queue", { messages: box }, { env: { QUEUES: when } });
    await eventually("its turn", () => asked.noted().some(([word]) => word === "prompt"), 30);
    send("Say it anew.");
    expect(await asked.reply).toMatchObject({
      text: "Second.",
      failure: undefined,
      problems: expect.not.arrayContaining([expect.stringMatching(/went on/)]),
    });
    expect(receipts).toEqual(["it was queued behind its open turn"]);
    expect(asked.noted().filter(([word]) => word === "cancel")).toEqual([]);
  });
});
