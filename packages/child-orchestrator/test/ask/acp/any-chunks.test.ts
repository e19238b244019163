import { eventually } from "@retinue/testkit";
import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { askScripted } from "./ask-scripted.ts";
import { mailbox } from "./mailbox.ts";
import type { Cuts } from "./programs/split-output.ts";

interface Play {
  readonly part: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Messages, each sent when it was asked so often. */
  readonly messages?: number;
  /** Stopped when it has said something. */
  readonly isStopped?: boolean;
}

const queues = { QUEUES: "at once" };
const plays: readonly Play[] = [
  { part: "truth" },
  { part: "twice" },
  { part: "goes-on" },
  { part: "other-session" },
  { part: "tool-at-work" },
  { part: "cancelled-by-nobody" },
  { part: "noise" },
  { part: "dies" },
  { part: "late-cost" },
  { part: "asks-late" },
  { part: "gives", env: { ENDS: "end_turn" } },
  {
    part: "asks",
    env: {
      ASKS: JSON.stringify([
        ["execute", {}],
        ["search", {}],
        ["edit", {}],
      ]),
    },
  },
  { part: "cancel-as-end", isStopped: true },
  { part: "cancel-honestly", messages: 1 },
  { part: "queue", env: queues, messages: 1 },
  { part: "queue-of-three", env: queues, messages: 2 },
];

/** All that a round came to, and what its agent saw of us. */
async function ending({ part, env, messages = 0, isStopped = false }: Play, cuts?: Cuts) {
  const { box, receipts, send } = mailbox();
  const cut = cuts === undefined ? {} : { CUTS: JSON.stringify(cuts) };
  const asked = await askScripted(part, { messages: box }, { env: { ...env, ...cut } });
  const prompts = () => asked.noted().filter(([word]) => word === "prompt").length;
  const waitsForWords = isStopped || part === "cancel-honestly";
  if (waitsForWords) await eventually("its words", () => asked.draft.said() !== "", 30);
  if (isStopped) asked.stop.abort();
  for (let sent = 0; sent < messages; sent++) {
    await eventually("its turn", () => prompts() > sent, 30);
    send(`Message ${sent}.`);
  }
  const reply = await asked.reply;
  return JSON.parse(
    JSON.stringify({
      reply,
      receipts,
      said: asked.draft.said(),
      tools: asked.draft.tools,
      counted: asked.draft.counted(),
      noted: asked.noted().filter(([word]) => word !== "new"),
    }).replaceAll(asked.workspace, "WORKSPACE"),
  ) as unknown;
}

const cuts = fc.record({
  hold: fc.constantFrom(0, 5, 25),
  sizes: fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 20_000 })), {
    minLength: 1,
    maxLength: 6,
  }),
  pauses: fc.array(fc.constantFrom(0, 0, 1, 4), { minLength: 1, maxLength: 6 }),
});
const long = process.env["RETINUE_LONG"] !== undefined;

describe("the ending of an agent that speaks ACP does not depend on how its output is cut", () => {
  it.for(plays)("$part", { timeout: long ? 900_000 : 120_000 }, async (play) => {
    const whole = await ending(play);
    // In one breath as far as it can be, then anyhow.
    const property = fc.asyncProperty(cuts, async (given) => {
      expect(await ending(play, given)).toEqual(whole);
    });
    const breath: [Cuts] = [{ hold: 30, sizes: [1_000_000], pauses: [0] }];
    const bytes: [Cuts] = [{ hold: 0, sizes: [1], pauses: [1] }];
    await fc.assert(property, { numRuns: long ? 60 : 4, examples: [breath, bytes], endOnFailure: true });
  });
});
