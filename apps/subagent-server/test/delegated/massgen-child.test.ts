import { dockerEngine, eventually, installedProgram, type EngineName } from "@retinue/testkit";
import type { VendorRequest } from "@retinue/testkit/vendor-api";
import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { asksForVote, modelReply, voteFor } from "../massgen/model-team.ts";
import { containerOf, modelEngines, noEngine, skipped } from "./delegating-host.ts";
import { canary, hostWithModels } from "./host-with-models.ts";
import { parentClient } from "./parent-client.ts";
import { filesInside, inMemoryOf, keyPlaces } from "./secrets-inside.ts";

const massgen = installedProgram("massgen");
const isShort = process.env["RETINUE_LONG"] === undefined;
const why = isShort ? " (skipped: its image takes minutes, pnpm test:long)" : skipped;
const builder = join(import.meta.dirname, "../../../../docker/child-image-from-local.sh");
const image = "retinue-massgen:test";
const timeout = 900_000;

const task = "Which way leads out, needle-4711?";
const agents = ["ada", "bob"].map((id) => ({ id, backend: { type: "chatcompletion", model: "gpt-5-mini" } }));

/** A host whose engine is MassGen; its models wait for the test to have looked. */
async function massgenHost(engine: EngineName) {
  const looked = Promise.withResolvers<void>();
  const usage = { inputTokens: 1000, outputTokens: 200 };
  const reply = (request: VendorRequest) => ({
    ...(asksForVote(request) ? voteFor("agent1") : modelReply(request)),
    usage,
  });
  const host = await hostWithModels(
    { respond: (request) => looked.promise.then(() => reply(request)) },
    {
      engine,
      image,
      config: {
        engine_command: ["massgen"],
        engine_prompt: "argument",
        resources: { memory_mb: 2048, pids: 1024, temporary_mb: 512 },
      },
    },
  );
  return {
    ...host,
    /** Looks for the key while both agents wait for their models, which go on then. */
    async look(subagentId: string, ended: Promise<unknown>): Promise<void> {
      const asked = eventually("both are asked", () => host.vendor.requests.length === 2, 400);
      await Promise.race([asked, ended]);
      const child = await host.engine.idOf(containerOf(host, subagentId) ?? "");
      expect(inMemoryOf(child, [canary, task])).toEqual([task]);
      expect(filesInside(child, canary)).toEqual([]);
      expect(filesInside(child, task)).toContain("/input/argument.txt");
      expect(await keyPlaces(host)).toEqual([]);
      looked.resolve();
    },
    /** The vendor knows the key, and nobody else does. */
    async lookAfterwards(): Promise<void> {
      const keys = new Set(host.vendor.requests.map(({ headers }) => headers.authorization));
      expect(keys).toEqual(new Set([`Bearer ${canary}`]));
      expect(await keyPlaces(host)).toEqual([]);
    },
  };
}

describe.skipIf(isShort || noEngine || massgen.missing !== undefined)(
  `MassGen with a team of two${why}`,
  () => {
    beforeAll(async () => {
      const { socket } = await dockerEngine();
      const env = { ...process.env, DOCKER_HOST: `unix://${socket}` };
      await promisify(execFile)(builder, ["--python", dirname(dirname(massgen.path)), image, "git"], { env });
    }, 600_000);

    describe.each(modelEngines)("in a container$where", ({ engine, isMissing }) => {
      test.skipIf(isMissing)(
        "asked by a request file: answers and votes without a network",
        { timeout },
        async () => {
          const host = await massgenHost(engine);
          const workspace = join(host.workspace, "subagents/way/workspace");
          mkdirSync(workspace, { recursive: true });
          chownSync(workspace, 1000, 1000);
          const file = join(host.outbox, "request_way.json");
          const request = {
            version: 1,
            subagent_id: "way",
            request_id: "0123456789abcdef",
            task,
            yaml_config: { agents },
            answer_file: join(workspace, "answer.txt"),
            workspace,
            timeout_seconds: 600,
            created_at: new Date().toISOString(),
          };
          writeFileSync(`${file}.tmp`, JSON.stringify(request));
          renameSync(`${file}.tmp`, file);
          const path = join(host.outbox, "response_way.json");
          const answered = eventually(
            "its response",
            () => existsSync(path) && JSON.parse(readFileSync(path, "utf8")),
            700,
          );
          await host.look("way", answered);
          const { spent, ...response } = await answered;
          expect(response).toMatchObject({ status: "completed", exit_code: 0 });
          expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toMatch(
            /(Answer of|Presented by) gpt-5-mini/,
          );
          expect(spent.requests).toBe(host.vendor.requests.length);
          // Two answers, and two votes.
          expect(spent.requests).toBeGreaterThanOrEqual(4);
          await host.lookAfterwards();
        },
      );

      test.skipIf(isMissing)(
        "asked by retinue-mcp in a parent's container: the same",
        { timeout },
        async () => {
          const host = await massgenHost(engine);
          writeFileSync(join(host.workspace, "retinue.yaml"), JSON.stringify({ agents }));
          const { parent, call } = await parentClient(host, host.flags, timeout);
          const tasks = [{ task, subagent_id: "way", timeout_seconds: 600 }];
          const answered = call("spawn_subagents", { tasks });
          await host.look("way", answered);
          const { results, ...reply } = await answered;
          expect(reply).toMatchObject({ success: true, summary: { total: 1, completed: 1 } });
          expect(results).toMatchObject([
            { answer: expect.stringMatching(/^(Answer of|Presented by) gpt-5-mini/) },
          ]);
          const record = JSON.parse(readFileSync(join(String(results[0]?.["log_path"]), "run.json"), "utf8"));
          expect(record.runs).toMatchObject([
            { mode: "delegated", policy: { network: engine === "docker" ? "none" : "policy" } },
          ]);
          expect(inMemoryOf(parent.id, [canary, task])).toEqual([task]);
          await host.lookAfterwards();
        },
      );
    });
  },
);
