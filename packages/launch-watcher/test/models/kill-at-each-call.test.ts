import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@retinue/testkit";
import type { VendorApi } from "@retinue/testkit/vendor-api";
import { describe, expect, it } from "vitest";
import { callsOf, firstOfEachKind, killAtEach, type Prepare, type Start } from "../kill-watchers.ts";
import { noEngine } from "../test-engine.ts";
import { noTracer, tracedProgram } from "../traced-watcher.ts";
import { watchedOutbox, type WatchedOutbox } from "../watched-outbox.ts";
import { brokerOf, leaks, modelOutbox } from "./model-outbox.ts";

const long = process.env["RETINUE_LONG"] !== undefined;
const missing = noEngine ?? noTracer(process.env["RETINUE_REQUIRE_ALL"]);
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;
const timeout = long ? 3_600_000 : 600_000;

const usage = { inputTokens: 100, outputTokens: 20 };
const rules = { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true };
const agents = [{ id: "one", backend: { type: "openai", model: "gpt-5-mini" } }];

/** What a watcher asks of its broker in the course of a request. */
const steps = ["open", "close", "forget"].map((command) => `write the broker: ${command}`);

const vendors = new WeakMap<WatchedOutbox, VendorApi>();

/** An outbox with a request in it that asks a model once. */
async function asked(): Promise<WatchedOutbox> {
  const watched = await modelOutbox({ respond: () => ({ text: "Found after all.", usage }) });
  vendors.set(watched, watched.vendor);
  watched.workspace("a");
  watched.put(watched.request("a", { yaml_config: { agents, orchestrator: rules } }));
  return watched;
}

/** The answer of the model, whole; everything that was asked was counted before; nothing left. */
async function endsWell(watched: WatchedOutbox) {
  const response = await watched.response("a");
  const { requests = [], counted = 0 } = vendors.get(watched) ?? {};
  expect(response).toMatchObject({ status: "completed", exit_code: 0, stderr_tail: "" });
  const answer = readFileSync(join(watched.workspaces, "a/answer.txt"), "utf8");
  expect(answer.trim()).toBe("Found after all.");
  const spent = response.spent ?? { requests: 0, input_tokens: 0, output_tokens: 0 };
  expect(spent.requests).toBeGreaterThanOrEqual(requests.length);
  expect(spent.input_tokens).toBeGreaterThanOrEqual(counted * usage.inputTokens);
  expect(spent.output_tokens).toBeGreaterThanOrEqual(counted * usage.outputTokens);
  await eventually("nothing is left", async () => (await watched.left()).length === 0, 60);
  expect(leaks(watched)).toEqual([]);
  return { response, asked: requests.length };
}

describe.skipIf(missing !== undefined)(`a run that asks a model${skipped}`, () => {
  it(
    `ends well where its watcher is killed at ${long ? "each call" : "each kind of call about models"}, and its model is asked once`,
    { timeout },
    async () => {
      const holds = async (watched: WatchedOutbox) => {
        const last = await watched.start();
        try {
          const { response, asked: times } = await endsWell(watched);
          await last.answerPending();
          expect(times).toBe(1);
          expect(response.spent).toMatchObject({ requests: 1, output_tokens: 20, estimated: 0 });
          expect(await brokerOf(watched.config.spool).status()).toMatchObject({ runs: [] });
        } finally {
          await last.stop("wait");
        }
      };
      const plain: Prepare = async () => {
        const watched = await watchedOutbox();
        watched.workspace("a");
        watched.put(watched.request("a"));
        return watched;
      };
      const calls = await callsOf(asked);
      // A connection that takes many tries, since the broker is about to begin, is none of the short form.
      const chosen = firstOfEachKind(calls, await callsOf(plain)).filter(
        ({ occurrence }) => occurrence === 1,
      );
      expect(chosen.map(({ what }) => what)).toEqual(expect.arrayContaining(steps));
      await killAtEach(long ? calls : chosen, { prepare: asked, holds, exact: !long });
    },
  );

  it(
    `ends well where its broker is killed at ${long ? "each call" : "each kind of call while it serves"}, and what it may have cost is counted`,
    { timeout },
    async () => {
      const start: Start = async (watched, killAt) => {
        const { config, directory } = watched;
        const place = join(config.spool, "broker");
        mkdirSync(config.spool, { mode: 0o700 });
        // The watcher starts the next one.
        const broker = await tracedProgram("broker.ts", ["armed", place], {
          directory,
          killAt,
          everyThread: true,
        });
        await watched.start();
        return broker;
      };
      const holds = async (watched: WatchedOutbox) => {
        const { response, asked: times } = await endsWell(watched);
        // Its engine may ask once more, where it has lost its answer.
        expect(times).toBeLessThanOrEqual(2);
        expect(response.spent?.requests).toBeLessThanOrEqual(2);
      };
      const calls = await callsOf(asked, start);
      const serving = firstOfEachKind(calls).filter(({ what }) => /runs\/ID|ledgers\/|HTTP|event/.test(what));
      expect(serving.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["rename", "fdatasync", "writev"]),
      );
      // Its threads share the work on the disk, each with a count of its own: it may die at another one.
      await killAtEach(long ? calls : serving, { prepare: asked, holds, start, exact: false });
    },
  );
});
