import { describe, expect, test } from "vitest";
import { boundReply, maxReplyBytes } from "../../src/reply/bound-reply.ts";
import { connectedClient } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

const result = (answer: string | null, more: Record<string, unknown> = {}) => ({
  answer,
  workspace: "/w",
  answer_source: { reason: "output", path: "/w/answer.txt" },
  ...more,
});

/** Bytes of a reply as the server sends it. */
function sent({ reply, text }: ReturnType<typeof boundReply>): number {
  expect(text).toBe(JSON.stringify(reply));
  return Buffer.byteLength(JSON.stringify({ content: [{ type: "text", text }], structuredContent: reply }));
}

const filled = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describe("answers", () => {
  test("that fit are left as they are", () => {
    const reply = {
      success: true,
      results: [result("x\u001b[31m\r\n".repeat(60)), result(null)],
      finished_since_last_call: [result("y".repeat(40))],
    };
    expect(boundReply(reply).reply).toEqual(reply);
  });

  test("that do not are cut to equal lengths, wherever they stand, and name the file with the whole", () => {
    const row = { subagent_id: "a", result: result("z".repeat(700_000)) };
    const long = "top".repeat(300_000);
    const { reply } = boundReply({
      ...result(long),
      subagents: [row, { subagent_id: "b" }],
      results: [result("x".repeat(100_000))],
    });
    const note = (length: number) =>
      `\n\n[cut here: ${length} characters in all; the whole answer is in /w/answer.txt]`;
    expect(reply).toMatchObject({
      answer: `${long.slice(0, 200_000)}${note(900_000)}`,
      subagents: [
        { subagent_id: "a", result: { answer: `${"z".repeat(200_000)}${note(700_000)}` } },
        { subagent_id: "b" },
      ],
      results: [{ answer: "x".repeat(100_000) }],
    });
    expect(row.result.answer).toHaveLength(700_000);
  });

  test("are never cut through a character, and have no half one", () => {
    const answers = ["😀".repeat(300_000), `x${"😀".repeat(300_000)}`, "\uD83D"];
    const { reply, text } = boundReply({ results: answers.map((each) => result(each)) });
    expect(text).not.toMatch(/\\ud[89a-f]/i);
    for (const { answer } of reply["results"] as { answer: string }[])
      expect(answer.isWellFormed()).toBe(true);
  });
});

describe("every reply fits into one message, whatever is in it", () => {
  const escapes = "\u0001a".repeat(2_000_000);
  const ended = (text: string) => ({
    task: text,
    workspace: text,
    result: result(text, {
      error: text,
      warning: text,
      answer_source: { path: text, agent_id: text, label: text },
    }),
  });
  let deep: unknown = "x";
  for (let level = 0; level < 32_000; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
  const cyclic: Record<string, unknown> = {};
  cyclic["itself"] = cyclic;
  let wide: unknown = "x".repeat(100);
  for (let level = 0; level < 5; level += 1) wide = filled(40, wide);

  test.each<[what: string, reply: Record<string, unknown>]>([
    ["a warning of 30 MB", { results: [result("a", { warning: "x".repeat(30_000_000) })] }],
    ["texts of escapes in 300 rows", { subagents: filled(300, ended(escapes)) }],
    ["more text than a string can hold", { lists: filled(19, filled(1000, '"'.repeat(20_000))) }],
    ["half characters", { results: filled(50, ended("\uD83D\uDE00\uDE00".repeat(100_000))) }],
    ["10,000 rows", { subagents: filled(10_000, ended("abc")) }],
    ["100,000 keys", Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key ${n}`, "x"]))],
    ["a long key", { [escapes]: 1 }],
    ["an answer in a place of its own", { a: { b: [{ answer: escapes }] } }],
    ["32,000 levels", { deep }],
    ["itself", cyclic],
    ["lists of lists", { wide }],
    ["what JSON does not know", { big: 10n ** 5000n, none: undefined, call: () => 1, nan: Number.NaN }],
  ])("%s", (_, reply) => {
    const bounded = boundReply({ success: true, operation: "list_subagents", ...reply });
    expect(sent(bounded)).toBeLessThan(maxReplyBytes + 200);
    expect(bounded.reply).toMatchObject({ success: true, operation: "list_subagents" });
  });

  test("also into a small one", () => {
    for (const bytes of [1_000_000, 10_000, 1000]) {
      expect(sent(boundReply({ success: true, subagents: filled(300, ended(escapes)) }, bytes))).toBeLessThan(
        bytes + 200,
      );
    }
    expect(boundReply({ success: true, operation: "x", wide }, 600).reply).toMatchObject({ success: true });
  });
});

describe("what was cut is named", () => {
  test("a text says so itself", () => {
    const { reply } = boundReply({ results: [result("a", { warning: "x".repeat(30_000_000) })] });
    const [{ warning = "" } = {}] = reply["results"] as { warning?: string }[];
    expect(warning).toMatch(/^x{9000}… \[cut here: 30000000 characters in all\]$/);
    expect(reply).not.toHaveProperty("truncated");
  });

  test("of lists, keys and levels the reply says it, beside what its tool has said", () => {
    const levels = JSON.parse(`${"[".repeat(30)}${"]".repeat(30)}`) as unknown;
    const { reply } = boundReply({ truncated: "some rows", subagents: filled(5000, 1), levels });
    expect(reply["truncated"]).toMatch(
      /^some rows; subagents: the last 4000 of 5000 entries; what levels(\[\])+ holds$/,
    );
    expect(reply["subagents"]).toHaveLength(1000);
  });

  test("a text of binary output becomes readable", () => {
    const bytes = Uint8Array.from({ length: 2000 }, (_, index) => (index * 7919) % 256);
    const error = new TextDecoder().decode(bytes);
    const { text } = boundReply({ results: [result(null, { error })] });
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/\\u00|[\u007f-\u009f]|\uFFFD\uFFFD/);
  });
});

test("a result of any size reaches the client, whose limit is 10 MiB a message, and again in each list", async () => {
  const { call, manager } = await connectedClient();
  const reply = call("spawn_subagents", { tasks: [{ task: "t", subagent_id: "a" }] });
  await eventuallyHolds(() => expect(manager.running()).toEqual(["a"]));
  // What takes the most bytes in JSON; as a server of an earlier version may have recorded it.
  const long = "\u0001".repeat(4_000_000);
  const path = `/w/${"x".repeat(4_000_000)}`;
  const source = { reason: "first", agent_id: long, label: long, path } as const;
  manager.finish("a", { answer: long, warning: long, error: long, answer_source: source });
  const { results } = (await reply) as unknown as { results: { answer: string }[] };
  expect(results[0]?.answer).toContain("4000000 characters in all");
  expect(results[0]?.answer.length).toBeGreaterThan(200_000);
  const list = await call("list_subagents");
  expect(JSON.stringify({ text: JSON.stringify(list), list }).length).toBeLessThan(10 * 1024 * 1024);
});

test("a list has the newest rows and those that run; a result that has no row comes with a later call", async () => {
  const { call, manager } = await connectedClient();
  const tasks = Array.from({ length: 420 }, (_, n) => ({ task: "t", subagent_id: `s${n}` }));
  await call("spawn_subagents", { tasks, background: true });
  for (const { subagent_id } of tasks.slice(1)) manager.finish(subagent_id);
  type List = { count: number; truncated: string; subagents: { subagent_id: string; result?: unknown }[] };
  const list = (await call("list_subagents")) as unknown as List & { finished_since_last_call: unknown[] };
  expect(list.subagents).toHaveLength(300);
  expect(list.subagents[0]?.subagent_id).toBe("s0");
  expect(list.subagents.at(-1)?.subagent_id).toBe("s419");
  expect(list.count).toBe(420);
  expect(list.truncated).toBe(
    "subagents: the newest 300 of 420 and those that run; 319 more results come with the next calls",
  );
  expect(list.finished_since_last_call).toHaveLength(50);
  expect(list.subagents.filter((row) => row.result !== undefined)).toHaveLength(50);
  await eventuallyHolds(() => expect(manager.acknowledged).toHaveLength(100));
  for (let left = 319; left > 0; left -= 50) await call("list_subagents");
  await eventuallyHolds(() => expect(manager.acknowledged).toHaveLength(419));
});

test("a tool that there is not is named shortly", async () => {
  const { client } = await connectedClient();
  const refused = await client.callTool({ name: "x".repeat(1_000_000) }).catch((error: unknown) => error);
  expect(String((refused as Error).message).length).toBeLessThan(1000);
});
