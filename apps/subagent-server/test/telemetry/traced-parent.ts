import { eventually, temporaryDirectory } from "@retinue/testkit";
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type OtlpReceiverOptions,
  type ReceivedSpan,
} from "@retinue/testkit/otlp-receiver";
import { startVendorApi, type VendorReply, type VendorRequest } from "@retinue/testkit/vendor-api";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { initialize, rawServer, replyOf, type RawServer } from "../serve/raw-server.ts";

/** What the client says of its own span. */
export const caller = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
};

/** Stands for whatever is nobody else's business. */
export const canary = "CANARY-7731";

export async function receiver(options?: OtlpReceiverOptions): Promise<OtlpReceiver> {
  const started = await startOtlpReceiver(options);
  onTestFinished(() => started.stop());
  return started;
}

/** What is configured by the usual variables, and of nothing else. */
export function exporting({ url }: Pick<OtlpReceiver, "url">): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
}

/** A workspace whose team is a program that says where in a trace it is, and a model. */
export async function parent(respond: (request: VendorRequest) => VendorReply | Promise<VendorReply>) {
  const api = await startVendorApi({ respond: (request) => respond(request) as VendorReply });
  onTestFinished(() => api.stop().catch(() => {}));
  const workspace = temporaryDirectory("retinue-traced-");
  const shell = `echo "${canary} parent is $TRACEPARENT, state is $TRACESTATE, marker is \${RETINUE_AGENT_SPANS:-none}"`;
  const agents = [
    { id: "ada", backend: { type: "openai", model: "gpt-5-mini", base_url: `${api.url}/v1` } },
    { id: "grace", backend: { type: "command", command: ["sh", "-c", shell] } },
  ];
  const coordination = {
    subagent_runtime_fallback_mode: "inherited",
    subagent_orchestrator: { enabled: true, agents },
  };
  // JSON is YAML.
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify({ agents, orchestrator: { coordination } }));
  return { api, workspace };
}

/** Looks around first, and answers then. */
export const answers = ({ messages }: VendorRequest): VendorReply =>
  messages.every(({ role }) => role !== "tool")
    ? {
        toolCalls: [{ name: "list_directory", arguments: { path: `${canary}/x` } }],
        usage: { inputTokens: 100, outputTokens: 5 },
      }
    : { text: `${canary}: the model's answer`, usage: { inputTokens: 200, outputTokens: 20 } };

export function serve(workspace: string, env: Record<string, string>): RawServer {
  const server = rawServer({ cwd: workspace, env: { OPENAI_API_KEY: "sk-secret", ...env } });
  server.send(initialize);
  return server;
}

let id = 1;

/** Calls a tool; `meta` is what the client says beside the arguments. */
export async function ask(server: RawServer, name: string, args: object, meta?: object) {
  const number = ++id;
  const params = { name, arguments: args, ...(meta !== undefined && { _meta: meta }) };
  server.send({ jsonrpc: "2.0", id: number, method: "tools/call", params });
  const { structuredContent } = await eventually(`the reply of ${name}`, () => replyOf(server, number));
  return structuredContent as Record<string, unknown> & { results: Record<string, unknown>[] };
}

/** The spans of so many runs: those of a run come together. */
export function spansOf(otlp: OtlpReceiver, runs: number): Promise<readonly ReceivedSpan[]> {
  return eventually(`the spans of ${runs} runs`, () => runsIn(otlp.spans).length >= runs && [...otlp.spans]);
}

/** The spans that stand for a run. */
export function runsIn(spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  return spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "invoke_workflow");
}

/** What an attribute adds up to. */
export function sumOf(spans: readonly ReceivedSpan[], attribute: string): number {
  return spans.reduce((sum, { attributes }) => sum + Number(attributes[attribute] ?? 0), 0);
}
