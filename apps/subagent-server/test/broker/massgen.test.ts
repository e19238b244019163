import { filesWith, installedProgram, temporaryDirectory } from "@retinue/testkit";
import type { VendorRequest } from "@retinue/testkit/vendor-api";
import { expect, test } from "vitest";
import { asksForVote, modelReply, voteFor } from "../massgen/model-team.ts";
import { massgenEnvironment } from "../massgen/parent.ts";
import { ask, brokeredParent, canary } from "./brokered-parent.ts";

const { missing } = installedProgram("massgen");
const why = missing === undefined ? "" : ` (skipped: ${missing})`;

const usage = { inputTokens: 1000, outputTokens: 200 };
const respond = (request: VendorRequest) => ({
  ...(asksForVote(request) ? voteFor() : modelReply(request)),
  usage,
});

test.skipIf(missing !== undefined).each(["required", "off"])(
  `MassGen answers through the broker of this machine and has no key, subagent_sandbox: %s${why}`,
  { timeout: 600_000 },
  async (sandbox) => {
    const env = { ...massgenEnvironment(temporaryDirectory("rt-")), OPENAI_API_KEY: canary };
    const parent = await brokeredParent(
      { respond },
      (url) => ({
        type: "chatcompletion",
        model: "gpt-5-mini",
        base_url: `${url}/v1`,
        exclude_file_operation_mcps: true,
      }),
      {
        env,
        args: ["--broker", "on", "--engine", "massgen"],
        coordination: { subagent_sandbox: sandbox, subagent_default_timeout: 500 },
      },
    );
    const { results } = await ask(parent.serve(), "spawn_subagents", {
      tasks: [{ task: "Say what needle-4711 is.", subagent_id: "one" }],
      refine: false,
    });
    const times = parent.vendor.requests.length;
    expect(results).toMatchObject([
      {
        status: "completed",
        answer: expect.stringContaining("gpt-5-mini.") as string,
        budget: { held_by: "broker", spent_tokens: 1200 * times },
      },
    ]);
    expect(times).toBeGreaterThan(0);
    const keys = new Set(parent.vendor.requests.map(({ headers }) => headers["authorization"]));
    expect(keys).toEqual(new Set([`Bearer ${canary}`]));
    expect(filesWith(canary, [parent.workspace])).toEqual([]);
  },
);
