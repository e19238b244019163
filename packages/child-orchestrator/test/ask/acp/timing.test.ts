import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import type { AgentSession } from "../../../src/contract/agent-backend.ts";
import { WrapUp } from "../../../src/wrap-up/wrap-up.ts";
import { askScripted, type AskedScripted } from "./ask-scripted.ts";
import { mailbox } from "./mailbox.ts";

const of = (asked: AskedScripted, word: string) =>
  asked.noted().flatMap(([first, ...more]) => (first === word ? [more[0]] : []));
const noted = (asked: AskedScripted, word: string, count: number) =>
  eventually(`${count} of ${word}`, () => of(asked, word).length >= count, 30);

const queues = { env: { QUEUES: "at once" } };

describe("whatever comes when, in a round of an agent that speaks ACP", { timeout: 60_000 }, () => {
  it("two messages are queued: all end in one breath, and the last is refused something", async () => {
    const { box, receipts, send } = mailbox();
    const asked = await askScripted("queue-of-three", { messages: box }, queues);
    for (const count of [1, 2]) {
      await noted(asked, "prompt", count);
      send(`Message ${count}.`);
    }
    const reply = await asked.reply;
    expect(reply).toMatchObject({ text: "Without it, then.", failure: undefined });
    expect(reply.problems).toEqual([
      expect.stringMatching(/ended its turn with tools at work, which were ended with it: Tool t1$/),
      expect.stringMatching(/its model is not known/),
      expect.stringMatching(/^1 request of its for permission or a file was refused/),
    ]);
    expect(of(asked, "prompt")[3]).toMatch(/^You were refused: A use of execute/);
    expect(receipts).toEqual(Array.from({ length: 2 }, () => "it was queued behind its open turn"));
  });

  it("its time is up while a message is queued: that is cancelled as well, and both are said in one", async () => {
    using wrapUp = new WrapUp();
    const { box, receipts, send } = mailbox();
    const asked = await askScripted("queue-goes-on", { messages: box, wrapUp }, queues);
    await noted(asked, "prompt", 1);
    send("Count again.");
    await noted(asked, "prompt", 2);
    wrapUp.begin(Date.now() + 30_000);
    expect(await asked.reply).toMatchObject({ text: "Said anew.", failure: undefined });
    expect(of(asked, "cancel")).toHaveLength(2);
    expect(of(asked, "prompt")[2]).toMatch(/Count again\.[^]*Your time is up/);
    expect(receipts).toEqual([expect.stringMatching(/^its open turn was cancelled/)]);
  });

  it("stopped while a message is queued, it was not told", async () => {
    const { box, receipts, send } = mailbox();
    const asked = await askScripted("queue-goes-on", { messages: box }, queues);
    await noted(asked, "prompt", 1);
    send("Count again.");
    await noted(asked, "prompt", 2);
    asked.stop.abort();
    expect(await asked.reply).toMatchObject({ text: "", failure: expect.stringMatching(/was stopped/) });
    expect(receipts).toEqual([]);
    box.endRound();
    expect(box.isWaiting).toBe(true);
  });

  it("what it tells of its cost after its last turn counts once, in this round", async () => {
    const kept: AgentSession[] = [];
    const asked = await askScripted("late-cost", { keepSession: (session) => void kept.push(session) });
    expect(await asked.reply).toMatchObject({ text: "The answer.", usage: { estimated_cost: 0.75 } });
    expect(kept.at(-1)).toMatchObject({ cost: 0.75 });
  });

  it("nothing is allowed or written when its turn has ended", async () => {
    const asked = await askScripted("asks-late");
    const reply = await asked.reply;
    expect(reply).toMatchObject({ text: "The answer.", failure: undefined });
    expect(reply.problems?.join("|")).toMatch(
      /asked for writing .*late when its turn had ended.*\|.*asked for permission when its turn had ended/,
    );
    expect(existsSync(join(asked.workspace, "late"))).toBe(false);
  });

  it("nothing is allowed when its turn was cancelled, and that is no refusal", async () => {
    const { box, send } = mailbox();
    const asked = await askScripted("asks-cancelled", { messages: box });
    await eventually("the beginning of its answer", () => asked.draft.said() !== "", 30);
    send("Say it anew.");
    const reply = await asked.reply;
    expect(reply).toMatchObject({ text: "Said anew.", failure: undefined });
    expect(reply.problems?.join("|")).not.toMatch(/refused|asked for/);
    expect(of(asked, "cancelled")).toEqual([{ outcome: "cancelled" }]);
  });

  it("a reply that it gives when it is ended is none: it is asked anew by a new process", async () => {
    using wrapUp = new WrapUp();
    const { box, receipts, send } = mailbox();
    const asked = await askScripted("last-words", { messages: box, wrapUp });
    await eventually("the beginning of its answer", () => asked.draft.said() !== "", 30);
    send("Say it anew.");
    await noted(asked, "cancel", 1);
    wrapUp.begin(Date.now() + 60_000);
    expect(await asked.reply).toMatchObject({ text: "Said anew.", failure: undefined });
    expect(of(asked, "load")).toEqual(["s1"]);
    expect(of(asked, "prompt")[1]).toMatch(/Say it anew\.[^]*Your time is up/);
    // By whoever asked it anew, and not again in the next round.
    expect(receipts).toHaveLength(1);
  });

  it("what comes while its session is opened is in its prompt", async () => {
    const gate = join(temporaryDirectory("retinue-acp-gate-"), "open");
    using wrapUp = new WrapUp();
    const late = await askScripted("truth", { wrapUp }, { env: { OPENS_WITH: gate } });
    const { box, receipts, send } = mailbox();
    const told = await askScripted("truth", { messages: box }, { env: { OPENS_WITH: gate } });
    await noted(late, "new", 1);
    wrapUp.begin(Date.now() + 60_000);
    await noted(told, "new", 1);
    send("Mind the gap.");
    writeFileSync(gate, "");
    expect(await late.reply).toMatchObject({ text: "The answer is 42." });
    expect(of(late, "prompt")).toEqual([expect.stringMatching(/Your time is up/)]);
    expect(await told.reply).toMatchObject({ text: "The answer is 42." });
    expect(of(told, "prompt")).toEqual([expect.stringMatching(/Mind the gap/)]);
    expect(receipts).toEqual([undefined]);
  });
});
