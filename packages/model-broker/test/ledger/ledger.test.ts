import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../src/ledger/ledger.ts";
import { nothing } from "../../src/ledger/tally.ts";

const most = { ...nothing, requests: 1, output_tokens: 50, cost: 5 };
const spent = { ...nothing, requests: 1, output_tokens: 2, cost: 1 };
const call = (run: string) => ({ run, route: "openai", model: "m", at: "2026-11-24T00:00:00Z", most });
const how = { status: 200, whole: true, seconds: 1, spent };

async function written(): Promise<{ path: string; lines: string[] }> {
  const path = join(temporaryDirectory(), "ledger.jsonl");
  const ledger = new Ledger(path, "p");
  const [one, other] = await Promise.all([ledger.reserve(call("a")), ledger.reserve(call("b"))]);
  await ledger.settle(one, how);
  await ledger.settle(other, how);
  await ledger.close();
  return {
    path,
    lines: readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== ""),
  };
}

describe("a ledger", () => {
  it("says at each byte that a kill leaves at least what was answered by then", async () => {
    const { path } = await written();
    const whole = readFileSync(path, "utf8");
    const cut = `${path}.cut`;
    for (let end = 0; end <= whole.length; end++) {
      writeFileSync(cut, whole.slice(0, end));
      const { total } = new Ledger(cut, "p");
      // A call is made once its reservation has its line's end, and costs one dollar.
      const made = whole.slice(0, end).match(/^\{"reserve".*\n/gm)?.length ?? 0;
      expect(total.cost).toBeGreaterThanOrEqual(made);
      expect(total.requests).toBeGreaterThanOrEqual(made);
    }
    expect(new Ledger(path, "p").total).toEqual({ ...spent, requests: 2, output_tokens: 4, cost: 2 });
  });

  it("goes on behind half a line, and counts what nobody settled as what was set aside", async () => {
    const { path, lines } = await written();
    writeFileSync(path, `${lines.slice(0, 3).join("\n")}\n${lines[3]?.slice(0, 20)}`);
    const ledger = new Ledger(path, "p");
    expect(ledger.total).toMatchObject({ requests: 2, cost: 6, estimated: 1 });
    await ledger.settle(await ledger.reserve(call("a")), how);
    await ledger.close();
    expect(new Ledger(path, "p").total).toMatchObject({ requests: 3, cost: 7, estimated: 1 });
  });

  it("forgets a run and keeps what its parent paid", async () => {
    const { path } = await written();
    const ledger = new Ledger(path, "p");
    await ledger.forget("a");
    await ledger.close();
    const again = new Ledger(path, "p");
    expect([again.spentBy("a").cost, again.spentBy("b").cost, again.total.cost]).toEqual([0, 1, 2]);
  });

  it("is written anew after many lines, and says the same", async () => {
    const path = join(temporaryDirectory(), "ledger.jsonl");
    const ledger = new Ledger(path, "p");
    const calls = await Promise.all(Array.from({ length: 2100 }, () => ledger.reserve(call("a"))));
    await Promise.all(calls.map((each) => ledger.settle(each, how)));
    await ledger.close();
    expect(readFileSync(path, "utf8").split("\n").length).toBeLessThan(4000);
    expect(new Ledger(path, "p").total).toMatchObject({ requests: 2100, cost: 2100, estimated: 0 });
  });

  it("that is another's, or none, is not taken", async () => {
    const { path } = await written();
    appendFileSync(path, '{"other":1}\n');
    expect(() => new Ledger(path, "p")).toThrow(expect.objectContaining({ code: "LEDGER_DAMAGED" }));
  });
});
