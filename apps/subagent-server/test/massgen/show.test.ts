import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { startOtlpReceiver } from "@retinue/testkit/otlp-receiver";
import { startVendorApi, type VendorRequest } from "@retinue/testkit/vendor-api";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { retinueProgram } from "../programs/server-program.ts";
import { asksForVote, modelReply, voteFor } from "./model-team.ts";
import { parentStart } from "./parent.ts";

const { missing } = installedProgram("massgen");
const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

test.skipIf(missing !== undefined)(
  `retinue run by MassGen, show of it, and its trace: both agents, their answers and votes${skipped}`,
  { timeout: 600_000 },
  async () => {
    const reply = (request: VendorRequest) =>
      asksForVote(request) ? voteFor("agent1") : modelReply(request);
    const api = await startVendorApi({ steps: [{ reply, repeat: true }] });
    onTestFinished(() => api.stop());
    const models = { ada: "of-ada", zoe: "of-zoe" };
    const parent = { apiUrl: api.url, models, engine: "massgen" } as const;
    const { directory, environment } = parentStart(join(temporaryDirectory(), "parent"), parent);
    const otlp = await startOtlpReceiver();
    onTestFinished(() => otlp.stop());
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
    const retinue = async (...args: string[]) => {
      const at = { cwd: directory, env: { ...environment, ...traced } };
      return (await promisify(execFile)(process.execPath, [retinueProgram, ...args], at)).stdout;
    };
    const run = await retinue("run", "Which way?", "--timeout", "600", "--json");
    const { subagent_id: id } = JSON.parse(run) as { subagent_id: string };
    const shown = await retinue("show", id);
    expect(shown).toMatch(/^ {2}run by {7}massgen, inherited, for at most 600 s$/m);
    expect(shown).toMatch(/^ {2}(answer|taken) .*of ada \(agent1\.1\).*2 votes/m);
    expect(shown).toMatch(/^ {2}(answer|taken) .*of zoe \(agent2\.1\)/m);
    expect(shown).toMatch(/^ {2}usage {7}\d+ tokens in, \d+ tokens out/m);

    const workflow = otlp.spans.find(({ name }) => name === "invoke_workflow");
    const agents = otlp.spans.filter(({ name }) => name.startsWith("invoke_agent "));
    expect(agents.map(({ name }) => name).toSorted()).toEqual(["invoke_agent ada", "invoke_agent zoe"]);
    expect(new Set(agents.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([workflow?.spanId]));
    expect(new Set(otlp.spans.map(({ traceId }) => traceId)).size).toBe(1);
  },
);
