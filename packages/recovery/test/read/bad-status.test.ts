import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, test } from "vitest";
import { recoverSubagent, type RecoverSubagentInput } from "../../src/index.ts";
import { pairFiles, pairStatus, runDirectory } from "../run-directory.ts";

const statusFile = "log/full_logs/status.json";

describe("a status.json that is", () => {
  test(`truncated at any byte leaves a result ${verifies("STATUS-TORN")}`, async () => {
    const whole = JSON.stringify(pairStatus());
    // Runs side by side: each of them waits a moment for the file to become whole.
    const results = await Promise.all(
      Array.from({ length: whole.length }, (_, length) => {
        const run = runDirectory({ ...pairFiles(), [statusFile]: whole.slice(0, length) });
        return run.recover();
      }),
    );
    expect(results.length).toBeGreaterThan(400);
    for (const result of results) {
      expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
      expect(result.warning).toContain("status.json");
    }
  });

  test("100 MB large", async () => {
    const run = runDirectory(pairFiles());
    const start = JSON.stringify(pairStatus()).slice(0, -1);
    const path = join(run.directory, statusFile);
    writeFileSync(path, `${start}, "padding": "`);
    execFileSync("sh", [
      "-c",
      `head -c 100000000 /dev/zero | tr '\\0' x >> "$1"; printf '"}' >> "$1"`,
      "sh",
      path,
    ]);
    const result = await run.recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
    expect(result.warning).toContain("is larger than allowed");
    rmSync(path);
  });

  test("sparse and of 3 GB", async () => {
    const run = runDirectory(pairFiles());
    truncateSync(join(run.directory, statusFile), 3 * 1024 ** 3);
    expect(await run.recover()).toMatchObject({ status: "partial", answer: "alpha's answer" });
  });

  test("nested deep, in a section that is not needed, and beyond 1,000 levels in any", async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    const deep = nested(10_000);
    const whole = JSON.stringify(pairStatus({ tools: 0 }));
    const harmless = runDirectory({
      ...pairFiles(),
      [statusFile]: whole.replace('"tools":0', `"tools":${nested(900)}`),
    });
    expect(await harmless.recover()).toMatchObject({ status: "partial", answer: "beta's answer" });
    const tools = whole.replace('"tools":0', `"tools":${deep}`);
    for (const text of [
      tools,
      deep,
      `{"agents":${deep}}`,
      `{"results":{"votes":${deep}}}`,
      "[".repeat(10_000),
    ]) {
      const run = runDirectory({ ...pairFiles(), [statusFile]: text });
      expect(await run.recover()).toMatchObject({ status: "partial", answer: "alpha's answer" });
    }
  });

  test("a FIFO, which is not waited for", async () => {
    const run = runDirectory(pairFiles());
    rmSync(join(run.directory, statusFile));
    execFileSync("mkfifo", [join(run.directory, statusFile)]);
    const result = await run.recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
    expect(result.warning).toContain("is not a regular file");
  });

  test("full of agents and names that are special in JavaScript", async () => {
    const text = `{"agents": {"__proto__": {"answer_count": 1}, "constructor": {"answer_count": 1}},
      "results": {"votes": {"__proto__": 3, "toString": 2}, "winner": "hasOwnProperty"}, "__proto__": {"x": 1}}`;
    const result = await runDirectory({ ...pairFiles(), [statusFile]: text }).recover();
    expect(result).toMatchObject({ status: "partial", answer: "alpha's answer" });
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

describe("a wrong type in any place", () => {
  test("leaves a result", async () => {
    const places = placesOf(pairStatus({ results: { votes: { "agent1.1": 1 }, winner: "alpha" } }));
    expect(places.length).toBeGreaterThan(20);
    for (const place of places) {
      for (const wrong of [null, 7, "x", true, [], {}, -1]) {
        const status = pairStatus({ results: { votes: { "agent1.1": 1 }, winner: "alpha" } });
        set(status, place, wrong);
        const result = await runDirectory(pairFiles(status)).recover();
        expect(result.status).toBe("partial");
        expect(["alpha's answer", "beta's answer"]).toContain(result.answer);
      }
    }
  });
});

describe("a question that is asked wrongly is refused", () => {
  const good: RecoverSubagentInput = {
    subagentId: "review",
    logPath: "/nowhere/log",
    workspacePath: "/nowhere/workspace",
    executionTimeSeconds: 1,
    ending: "timeout",
  };

  test.each([
    [{ subagentId: "../x" }, "subagentId"],
    [{ subagentId: "x".repeat(300) }, "subagentId"],
    [{ ending: "finished" }, "ending"],
    [{ executionTimeSeconds: -1 }, "executionTimeSeconds"],
    [{ executionTimeSeconds: Number.NaN }, "executionTimeSeconds"],
    [{ workspacePath: "" }, "workspacePath"],
    [{ roots: "/" }, "roots"],
    [{ maxAnswerBytes: 0 }, "maxAnswerBytes"],
    [{ unknown: 1 }, "unknown"],
  ])("%j", async (wrong, name) => {
    const input = { ...good, ...wrong } as RecoverSubagentInput;
    await expect(recoverSubagent(input)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(name) as string,
      remedy: "Correct the named arguments.",
    });
  });

  test("and a good one about directories that are gone is answered", async () => {
    expect(await recoverSubagent(good)).toMatchObject({ status: "timeout", workspace: "/nowhere/workspace" });
    expect(await recoverSubagent({ ...good, logPath: null })).not.toHaveProperty("log_path");
  });

  test("a file in place of the log directory is named", async () => {
    const run = runDirectory({ log: "a file" });
    const result = await run.recover();
    expect(result.warning).toContain("is not a directory");
    expect(readFileSync(run.logPath, "utf8")).toBe("a file");
  });
});

type Json = Record<string, unknown>;

/** The path of every value in a document. */
function placesOf(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [[...at]];
  const inner = Object.entries(value).flatMap(([key, child]) => placesOf(child, [...at, key]));
  return at.length === 0 ? inner : [[...at], ...inner];
}

function set(document: Json, place: readonly string[], value: unknown): void {
  let holder = document;
  for (const key of place.slice(0, -1)) holder = holder[key] as Json;
  holder[place.at(-1) ?? ""] = value;
}
