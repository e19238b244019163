import { connectBroker } from "@retinue/model-broker";
import { eventually, filesWith } from "@retinue/testkit";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ask, brokeredParent, canary, type BrokeredParent } from "./brokered-parent.ts";
import { noTracer, tracedBroker, type Step } from "./traced-broker.ts";

const missing = noTracer();
const why = missing === undefined ? "" : ` (skipped: ${missing})`;
const isLong = process.env["RETINUE_LONG"] !== undefined;
const timeout = isLong ? 3_600_000 : 600_000;

const usage = { inputTokens: 1000, outputTokens: 200 };
const openai = (url: string) => ({ type: "openai", model: "gpt-5-mini", base_url: `${url}/v1` });
const env = { OPENAI_API_KEY: canary };
const text = "The answer is long enough to come in many pieces.";

/** A run of it to its end, whatever becomes of its broker; what its record says afterwards. */
async function runOne(parent: BrokeredParent): Promise<{ result: unknown; models: Spending | undefined }> {
  const { results } = await ask(parent.serve(), "spawn_subagents", {
    tasks: [{ task: "Say it.", subagent_id: "one" }],
    refine: false,
  });
  const [path = ""] = globSync(join(parent.workspace, ".massgen/**/subagents/one/run.json"));
  const record = JSON.parse(readFileSync(path, "utf8")) as { runs: { models?: Spending }[] };
  return { result: (results as unknown[])[0], models: record.runs[0]?.models };
}

type Spending = Record<"requests" | "input_tokens" | "output_tokens" | "estimated", number>;

/** All that was answered is counted, nothing of the run is left at a broker, and nobody has the key. */
async function holds(parent: BrokeredParent, models: Spending | undefined): Promise<void> {
  const { vendor, workspace, brokerDirectory } = parent;
  expect(models?.requests).toBeGreaterThanOrEqual(vendor.requests.length);
  expect(models?.input_tokens).toBeGreaterThanOrEqual(vendor.counted * usage.inputTokens);
  expect(models?.output_tokens).toBeGreaterThanOrEqual(vendor.counted * usage.outputTokens);
  await eventually(
    "nothing of it at the broker",
    () => globSync(join(brokerDirectory, "{runs,access,ledgers}/*")).length === 0,
  );
  const broker = connectBroker(join(brokerDirectory, "control.sock"));
  expect(await broker.status().catch(() => ({ runs: [] }))).toMatchObject({ runs: [] });
  expect(filesWith(canary, [workspace])).toEqual([]);
}

test("a broker that is killed in the middle of a stream: what has come is the answer's draft or is asked for anew, and all of it is counted", async () => {
  const goOn = Promise.withResolvers<void>();
  const parent = await brokeredParent(
    { steps: [{ reply: { text, usage, pausedUntil: goOn.promise } }, { reply: { text, usage } }] },
    openai,
    { env },
  );
  const drafts = join(
    parent.workspace,
    ".massgen/massgen_logs/*/*/*/subagents/one/live_logs/*/*/*/.drafts/*.md",
  );
  const running = runOne(parent);
  await eventually(
    "half of it",
    () => globSync(drafts).some((path) => readFileSync(path, "utf8") !== ""),
    60,
  );
  const { pid } = await connectBroker(join(parent.brokerDirectory, "control.sock")).status();
  process.kill(pid, "SIGKILL");
  const { result, models } = await running;
  goOn.resolve();
  expect(result).toMatchObject({ answer: text });
  expect(models).toMatchObject({ requests: 2, estimated: 1 });
  await holds(parent, models);
}, 120_000);

describe.skipIf(missing !== undefined)(`a broker of this machine${why}`, () => {
  test(
    `ends no run badly where it is killed at ${isLong ? "each step" : "each kind of step"} of a call, and never counts too little`,
    { timeout },
    async () => {
      const parentOf = () => brokeredParent({ respond: () => ({ text, usage }) }, openai, { env });
      const killed = async (at?: Step) => {
        const parent = await parentOf();
        const broker = await tracedBroker(parent.brokerDirectory, at);
        try {
          const { result, models } = await runOne(parent);
          expect(result).toMatchObject({ status: "completed", answer: text, budget: { held_by: "broker" } });
          await holds(parent, models);
          // Its engine may ask once more, where it has lost its answer; the broker does not.
          expect(parent.vendor.requests.length).toBeLessThanOrEqual(2);
        } catch (cause) {
          throw new Error(`after a kill at ${at?.what ?? "nothing"}`, { cause });
        }
        await broker.kill();
        return broker.steps();
      };
      const steps = await killed();
      const kinds = steps.map(({ what }) => what);
      expect(kinds).toEqual(
        expect.arrayContaining([
          "write ledgers/ID.jsonl",
          "fdatasync ledgers/ID.jsonl",
          "writev POST",
          "write calls.jsonl",
          "rename run.json",
        ]),
      );
      const chosen = isLong ? steps : steps.filter(({ what }, index) => kinds.indexOf(what) === index);
      const left = [...chosen];
      const next = async (): Promise<void> => {
        for (let step = left.shift(); step !== undefined; step = left.shift()) await killed(step);
      };
      await Promise.all([next(), next()]);
    },
  );
});
