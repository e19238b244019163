import { readdirSync, readFileSync } from "node:fs";
import { eventually } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { WrapUp } from "../../../src/wrap-up/wrap-up.ts";
import { askScripted } from "./ask-scripted.ts";

/** Processes of the scripted agent that play for a workspace. */
const left = (workspace: string) =>
  readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(workspace);
    } catch {
      return false;
    }
  });

interface Lie {
  readonly part: string;
  readonly reply: object;
  readonly warning?: RegExp;
  readonly said?: RegExp;
}

const lies: readonly Lie[] = [
  {
    part: "no-answer",
    reply: { text: "", failure: expect.stringMatching(/ended its turn without an answer \(end_turn\)/) },
  },
  {
    part: "cancelled-by-nobody",
    reply: {
      text: "",
      failure: expect.stringMatching(/as cancelled, though nobody had cancelled it; what it had said/),
    },
  },
  { part: "twice", reply: { text: "First.", failure: undefined }, warning: /answered session\/prompt twice/ },
  {
    part: "goes-on",
    reply: { text: "The answer.", failure: undefined },
    warning: /went on after its turn had ended.*\|.*began a tool after its turn had ended: Tool late/,
    said: /^The answer\.$/,
  },
  {
    part: "other-session",
    reply: { text: "Mine.", failure: undefined },
    warning: /sent updates of another session/,
    said: /^Mine\.$/,
  },
  {
    part: "tool-at-work",
    reply: { text: "I am done.", failure: undefined },
    warning: /ended its turn with tools at work, which were ended with it: Tool t1/,
  },
  {
    part: "flood",
    reply: { text: "", failure: expect.stringMatching(/sent more than is read of an agent, and was ended/) },
    warning: /flooded: it sent more than 16777216 characters/,
  },
  {
    part: "dies",
    reply: {
      text: "",
      failure: expect.stringMatching(/exited with 3 in the middle of its turn \(out of luck\)/),
    },
    said: /^Half of the answer$/,
  },
  {
    part: "leaves",
    reply: { text: "", failure: expect.stringMatching(/exited with 0 in the middle of its turn/) },
  },
  {
    part: "noise",
    reply: { text: "The answer.", failure: undefined },
    warning: /sent an update that is none of the protocol's.*\|.*answered what it was not asked/,
  },
  {
    part: "version",
    reply: {
      text: "",
      failure: expect.stringMatching(/speaks version 2 of the Agent Client Protocol, and not 1/),
    },
  },
  { part: "429", reply: { text: "", failure: expect.stringMatching(/was rate-limited \(.*429.*\): wait/) } },
];

describe("the ending of an agent that speaks ACP is what it was", () => {
  it.for(lies)("$part", { timeout: 60_000 }, async ({ part, reply, warning = /^/, said = /^/ }) => {
    const asked = await askScripted(part);
    const given = await asked.reply;
    expect(given).toMatchObject(reply);
    expect(given.problems?.join("|")).toMatch(warning);
    expect(asked.draft.said()).toMatch(said);
    expect(left(asked.workspace)).toEqual([]);
  });

  it("a cancel that is reported as end_turn is a cancel", { timeout: 60_000 }, async () => {
    const asked = await askScripted("cancel-as-end");
    await eventually("the beginning of its answer", () => asked.draft.said() !== "", 30);
    asked.stop.abort();
    const reply = await asked.reply;
    expect(reply).toMatchObject({
      text: "",
      failure: expect.stringMatching(/was stopped before its answer was whole/),
    });
    expect(reply.problems?.join("|")).toMatch(/reported end_turn for a turn that was cancelled/);
    expect(left(asked.workspace)).toEqual([]);
  });

  it(
    "one that does not obey a cancel is ended, and so is all that it started",
    { timeout: 60_000 },
    async () => {
      const asked = await askScripted("deaf");
      await eventually("its turn", () => asked.noted().some(([word]) => word === "deaf"), 30);
      asked.stop.abort();
      const reply = await asked.reply;
      expect(reply.failure).toMatch(/was stopped before its answer was whole/);
      expect(reply.problems?.join("|")).toMatch(
        /did not end its turn within 3 s of its cancel, and was ended/,
      );
      expect(asked.noted()).toContainEqual(["cancel"]);
      expect(left(asked.workspace)).toEqual([]);
    },
  );

  it.for(["cancel-as-end", "cancel-honestly"])(
    "its time is up: cancelled, and asked anew in its session (%s)",
    { timeout: 60_000 },
    async (part) => {
      using wrapUp = new WrapUp();
      const asked = await askScripted(part, { wrapUp });
      await eventually("the beginning of its answer", () => asked.draft.said() !== "", 30);
      wrapUp.begin(Date.now() + 30_000);
      expect(await asked.reply).toMatchObject({ text: "Said anew.", failure: undefined });
      const prompts = asked.noted().filter(([word]) => word === "prompt");
      expect(prompts[1]?.[1]).toMatch(/^Your time is up/);
      expect(asked.noted().filter(([word]) => word === "new")).toHaveLength(1);
    },
  );

  it(
    "its time is up and it is deaf: ended, and asked anew in its session by a new process",
    { timeout: 60_000 },
    async () => {
      using wrapUp = new WrapUp();
      const asked = await askScripted("deaf", { wrapUp });
      await eventually("its turn", () => asked.noted().some(([word]) => word === "deaf"), 30);
      wrapUp.begin(Date.now() + 60_000);
      expect(await asked.reply).toMatchObject({ text: "Said anew.", failure: undefined });
      expect(asked.noted()).toContainEqual(["load", "s1"]);
    },
  );
});
