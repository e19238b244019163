import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, quick, vendorApi } from "../model-team.ts";
import { call, called } from "../tool-calls.ts";

const many = (count: number, make: (index: number) => ReturnType<typeof call>) =>
  Array.from({ length: count }, (_, index) => make(index));

describe.each(modelTypes)("%s", (type) => {
  it("answers each of 2,000 calls in one reply, and runs the first of them", async () => {
    const directory = temporaryDirectory("retinue-calls-");
    writeFileSync(join(directory, "a.txt"), "fish");
    const search = call("search_files", { path: directory, text: "fish" });
    const { results } = await called(
      many(2000, () => search),
      [directory],
      { type },
    );
    expect(results).toHaveLength(2000);
    expect(results.slice(0, 64)).toEqual(Array.from({ length: 64 }, () => `${directory}/a.txt:1: fish`));
    expect(new Set(results.slice(64))).toEqual(
      new Set(["error: not run: only 64 calls of one reply are taken"]),
    );
  });
});

it("takes no answer that came with calls which were not run", async () => {
  const write = (index: number) => call("write_file", { path: `${index}.txt`, content: "x" });
  const answer = call("new_answer", { content: "See 0.txt to 69.txt." });
  const api = await vendorApi({
    steps: [
      { reply: { toolCalls: [...many(70, write), answer] } },
      {
        when: ({ last }) => last === "error: only 64 calls of one reply are taken: give it again",
        reply: { toolCalls: [call("new_answer", { content: "See 0.txt to 63.txt." })] },
      },
    ],
  });
  const { outcome } = await modelTeam([modelAgent("alpha", "chatcompletion", api)], quick);
  expect(outcome).toMatchObject({ kind: "answered", answer: "See 0.txt to 63.txt." });
});

it("leaves a server that calls without an end", async () => {
  const list = call("list_directory", { path: "." });
  const api = await vendorApi({ respond: () => ({ toolCalls: many(10_001, () => list) }) });
  const { outcome } = await modelTeam([modelAgent("alpha", "chatcompletion", api)], quick);
  expect(outcome).toMatchObject({ reason: expect.stringContaining("said more than 10000 calls of tools") });
  expect(api.requests).toHaveLength(1);
});

it("stops between two calls when the run is interrupted", async () => {
  const directory = temporaryDirectory("retinue-interrupted-");
  const interruption = new AbortController();
  const written = (index: number) => globSync(join(directory, `agent_1_*/${index}.txt`)).length;
  const api = await vendorApi({
    respond: () => ({
      toolCalls: many(64, (index) => call("write_file", { path: `${index}.txt`, content: "x" })),
    }),
  });
  const watch = () => {
    if (written(0) > 0) interruption.abort();
    else if (!interruption.signal.aborted) setImmediate(watch);
  };
  watch();
  const { outcome } = await modelTeam([modelAgent("alpha", "chatcompletion", api)], quick, {
    signal: interruption.signal,
    workspace: directory,
  });
  expect(outcome).toMatchObject({ kind: "interrupted" });
  expect(written(0)).toBe(1);
  expect(written(63)).toBe(0);
});

it("sends no more results at once than a model can take", async () => {
  const directory = temporaryDirectory("retinue-results-");
  writeFileSync(join(directory, "a.txt"), `${"x".repeat(999)}\n`.repeat(1000));
  const { results } = await called(
    many(64, () => call("read_file", { path: join(directory, "a.txt") })),
    [directory],
  );
  expect(results.join("").length).toBeLessThan(510_000);
  expect(results[0]).toMatch(/\(line 101 is cut; the file has 1001 lines; go on with 102\)$/);
  expect(results.at(-1)).toMatch(/^\n\(cut: 0 of \d+ characters are shown\)$/);
});

it("has a model decide when its conversation has grown too long, and ends one that goes on", async () => {
  const talk = { text: "x".repeat(1024 * 1024), toolCalls: [call("list_directory", { path: "." })] };
  const api = await vendorApi({
    respond: ({ tools }) =>
      tools.length === 1 ? { toolCalls: [call("new_answer", { content: "done" })] } : talk,
  });
  const { outcome } = await modelTeam([modelAgent("alpha", "chatcompletion", api)], quick);
  expect(outcome).toMatchObject({ kind: "answered", answer: "done" });
  expect(api.requests).toHaveLength(5);
  const longer = { ...talk, text: "x".repeat(9 * 1024 * 1024) };
  const endless = await vendorApi({ respond: () => longer });
  const { outcome: failed } = await modelTeam([modelAgent("alpha", "chatcompletion", endless)], quick);
  expect(failed).toMatchObject({ reason: expect.stringContaining("grew to more than 8388608 characters") });
  expect(endless.requests).toHaveLength(1);
});
