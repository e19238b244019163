import { createSubagentManager } from "@retinue/runtime";
import { dockerEngine, installedProgram } from "@retinue/testkit";
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { asksForVote, modelReply, voteFor } from "../massgen/model-team.ts";
import { delegatedOptions } from "./counting-team.ts";
import { noEngine, skipped } from "./delegating-host.ts";
import { canary, hostWithModels } from "./host-with-models.ts";

const massgen = installedProgram("massgen");
const isShort = process.env["RETINUE_LONG"] === undefined;
const why = isShort ? " (skipped: its image takes minutes, pnpm test:long)" : skipped;
const builder = join(import.meta.dirname, "../../../../docker/child-image-from-local.sh");
const image = "retinue-massgen:test";

describe.skipIf(isShort || noEngine || massgen.missing !== undefined)(`MassGen in a container${why}`, () => {
  beforeAll(async () => {
    const { socket } = await dockerEngine();
    const env = { ...process.env, DOCKER_HOST: `unix://${socket}` };
    await promisify(execFile)(builder, ["--python", dirname(dirname(massgen.path)), image, "git"], { env });
  }, 600_000);

  test(
    "is the engine of a run without a network, and asks its models through the host's broker",
    { timeout: 900_000 },
    async () => {
      const usage = { inputTokens: 1000, outputTokens: 200 };
      const host = await hostWithModels(
        {
          respond: (request) => ({
            ...(asksForVote(request) ? voteFor("agent1") : modelReply(request)),
            usage,
          }),
        },
        {
          image,
          config: {
            engine_command: ["massgen"],
            engine_prompt: "argument",
            resources: { memory_mb: 2048, pids: 1024, temporary_mb: 512 },
          },
        },
      );
      const team = [{ id: "ada", backend: { type: "chatcompletion", model: "gpt-5-mini" } }];
      const manager = createSubagentManager({
        ...delegatedOptions(host, team),
        engine: { kind: "massgen", command: ["massgen"] },
        isContainer: () => true,
        environment: {},
        timeouts: { defaultSeconds: 600, minSeconds: 1, maxSeconds: 600, warnings: [] },
      });
      onTestFinished(() => manager.close());
      const { result } = await manager.spawn({ task: "Which way?", subagent_id: "a" }, { refine: false });
      expect(await result).toMatchObject({
        status: "completed",
        answer: "Answer of gpt-5-mini.",
        token_usage: { input_tokens: 1000, output_tokens: 200 },
      });
      expect(host.vendor.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${canary}`]);
    },
  );
});
