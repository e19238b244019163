// An agent on the SDK's own agent side that does what its first argument says, and lies where that is a lie.
import { existsSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { agent, methods, ndJsonStream, type StopReason } from "@agentclientprotocol/sdk";
import { beginTool, endTool, note, output, raw, say, tellCost, written } from "./speak.ts";
import { ended, timingParts, type Turn } from "./timing-parts.ts";

const [, , part = ""] = process.argv;

let turns = 0;
/** Who waits to be told to end. */
const cancels: (() => void)[] = [];

/** Waits for a cancel, and is asked anew after it. */
const interrupted = async ({ sessionId, cancelled }: Turn, as: StopReason) => {
  if (turns > 1) {
    say(sessionId, "Said anew.");
    return ended();
  }
  say(sessionId, "Half of it ");
  beginTool(sessionId, "t1");
  await cancelled();
  return ended(as);
};

const parts: Readonly<Record<string, (turn: Turn) => Promise<object>>> = {
  ...timingParts,
  async truth({ sessionId }) {
    say(sessionId, "Let me look.");
    beginTool(sessionId, "t1", { rawInput: { command: "ls" } });
    endTool(sessionId, "t1");
    say(sessionId, "The answer ");
    say(sessionId, "is 42.");
    tellCost(sessionId, 0.5 * turns);
    return ended();
  },
  /** What every backend is asked for. */
  async contract({ sessionId }) {
    say(sessionId, "The answer is 42.");
    return { stopReason: "end_turn", usage: { inputTokens: 1000, outputTokens: 50, totalTokens: 1050 } };
  },
  async vote({ sessionId, text }) {
    note("vote", text);
    say(sessionId, 'I think so:\n```json\n{"vote": "agent2.1", "reason": "says most"}\n```');
    return ended();
  },
  async asks({ sessionId, client }) {
    const request = (kind: string, more: object, kinds: readonly string[]) =>
      client.request<{ outcome: unknown }>(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { toolCallId: kind, title: `A use of ${kind}`, kind, ...more },
        options: kinds.map((each) => ({ optionId: each, name: each, kind: each })),
      });
    for (const [kind, more] of JSON.parse(process.env["ASKS"] ?? "[]") as [string, object][])
      note(kind, (await request(kind, more, ["allow_always", "allow_once", "reject_once"])).outcome);
    note("for ever", (await request("think", {}, ["allow_always", "reject_once"])).outcome);
    say(sessionId, "Asked.");
    return ended();
  },
  /** Ends its turn when it is refused something, as most do. */
  async gives({ sessionId, client, text }) {
    if (text.includes("You were refused: A use of execute")) {
      say(sessionId, "Without it, then.");
      return ended();
    }
    if (text.includes("You were refused")) return ended("refusal");
    say(sessionId, "Let me run it.");
    beginTool(sessionId, "t1");
    await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall: { toolCallId: "t1", title: "A use of execute", kind: "execute" },
      options: [{ optionId: "no", name: "No", kind: "reject_once" }],
    });
    return ended(process.env["ENDS"] as StopReason);
  },
  async files({ sessionId, client }) {
    for (const [method, path] of JSON.parse(process.env["ASKS"] ?? "[]") as ["read" | "write", string][]) {
      const told =
        method === "read"
          ? client.request(methods.client.fs.readTextFile, { sessionId, path, line: 2, limit: 1 })
          : client.request(methods.client.fs.writeTextFile, { sessionId, path, content: "written" });
      await told.then(
        (answer) => note(method, answer),
        (error: Error & { code: number }) => note(method, error.code, error.message),
      );
    }
    await client
      .request(methods.client.terminal.create, { sessionId, command: "id" })
      .catch((error: Error) => note("terminal", error.message));
    say(sessionId, "Done.");
    return ended();
  },
  "cancel-as-end": (turn) => interrupted(turn, "end_turn"),
  "cancel-honestly": (turn) => interrupted(turn, "cancelled"),
  async "no-answer"() {
    return ended();
  },
  async "cancelled-by-nobody"({ sessionId }) {
    say(sessionId, "Half.");
    return ended("cancelled");
  },
  async twice({ sessionId, requestId }) {
    say(sessionId, "First.");
    raw({ id: requestId, result: ended() });
    return ended("refusal");
  },
  async "goes-on"({ sessionId, requestId }) {
    say(sessionId, "The answer.");
    raw({ id: requestId, result: ended() });
    say(sessionId, "And by the way");
    beginTool(sessionId, "late");
    return new Promise(() => {});
  },
  async "other-session"({ sessionId }) {
    say("another", "Not mine.");
    say(sessionId, "Mine.");
    return ended();
  },
  async "tool-at-work"({ sessionId }) {
    beginTool(sessionId, "t1");
    say(sessionId, "I am done.");
    return ended();
  },
  async flood({ sessionId }) {
    const line = `${JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x".repeat(4096) } } } })}\n`;
    const more = () => {
      while (process.stdout.write(line));
      process.stdout.once("drain", more);
    };
    more();
    return new Promise(() => {});
  },
  async dies({ sessionId }) {
    say(sessionId, "Half of the answer");
    process.stderr.write("out of luck\n");
    await setTimeout(50);
    await written();
    process.exit(3);
  },
  async leaves() {
    await setTimeout(50);
    process.exit(0);
  },
  async deaf({ sessionId, text }) {
    if (text.includes("Your time is up") || text.includes("A message")) say(sessionId, "Said anew.");
    else {
      say(sessionId, "Half of it ");
      note("deaf");
      await new Promise(() => {});
    }
    return ended();
  },
  async noise({ sessionId }) {
    output.write('Loading…\n[1,2]\n\n{"jsonrpc": \n');
    raw({ method: "session/update", params: { nothing: true } });
    raw({ id: 9999, result: {} });
    say(sessionId, "The answer.");
    return ended();
  },
};

const app = agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, ({ params }) => {
    note("initialize", params.clientCapabilities);
    return {
      protocolVersion: part === "version" ? 2 : 1,
      agentCapabilities: {
        loadSession: true,
        mcpCapabilities: { http: true },
        ...(process.env["QUEUES"] !== undefined && { _meta: { claudeCode: { promptQueueing: true } } }),
      },
    };
  })
  .onRequest(methods.agent.session.new, async ({ params }) => {
    note("new", params);
    const gate = process.env["OPENS_WITH"];
    const isShut = () => gate !== undefined && !existsSync(gate);
    while (isShut()) await setTimeout(20);
    return {
      sessionId: "s1",
      modes: { currentModeId: "auto", availableModes: [{ id: "ask", name: "Ask" }] },
    };
  })
  .onRequest(methods.agent.session.load, ({ params }) => {
    note("load", params.sessionId);
    if (params.sessionId !== "s1") throw new Error("there is no such session");
    say("s1", "What I said in the last round.");
    tellCost("s1", 0.25);
    return {};
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => {
    note("mode", params.modeId);
    return {};
  })
  .onNotification(methods.agent.session.cancel, () => {
    note("cancel");
    cancels.splice(0).forEach((cancel) => cancel());
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client, requestId }) => {
    turns++;
    const cancelled = () => new Promise<void>((wake) => cancels.push(wake));
    const [block] = params.prompt;
    const text = block?.type === "text" ? block.text : "";
    note("prompt", text.slice(0, 600));
    const play = parts[part];
    if (play === undefined) throw new Error(`429 rate limit: ${part}`);
    const turn = { sessionId: params.sessionId, text, client, requestId, number: turns, cancelled };
    return (await play(turn)) as {
      stopReason: StopReason;
    };
  });
if (part === "mute") process.stdin.resume();
else {
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  app.connect(ndJsonStream(Writable.toWeb(output) as WritableStream<Uint8Array>, input));
}
