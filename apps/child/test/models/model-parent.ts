import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createSubagentManager, type SubagentManager, type SubagentManagerOptions } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { onTestFinished } from "vitest";

/** Each API's backend, at a server on loopback. */
export const apis = {
  openai: { model: "gpt-5-mini", key: "OPENAI_API_KEY", path: "/v1" },
  chatcompletion: { model: "gpt-4o-mini", key: "OPENAI_API_KEY", path: "/v1" },
  claude: { model: "claude-haiku-4-5", key: "ANTHROPIC_API_KEY", path: "" },
  gemini: { model: "gemini-2.5-flash", key: "GEMINI_API_KEY", path: "" },
} as const;
export type Api = keyof typeof apis;

/** An agent that is a model. */
export function modelAgent(
  id: string,
  type: Api,
  { url }: Pick<VendorApi, "url">,
  more: Record<string, unknown> = {},
) {
  const { model, path } = apis[type];
  return { id, backend: { type, model, base_url: `${url}${path}`, ...more } };
}

/** An agent that needs no model. */
export const other = {
  id: "other",
  backend: { type: "command", command: ["sh", "-c", "echo The answer of the other."] },
};

/** A server that is stopped with the test. */
export async function vendorApi(script: VendorScript): Promise<VendorApi> {
  const api = await startVendorApi(script);
  onTestFinished(() => api.stop().catch(() => undefined));
  return api;
}

const keys = Object.fromEntries(Object.values(apis).map(({ key }) => [key, "sk-secret"]));

/** A manager whose runs are by the built retinue-child. Its environment holds every key. */
export function parentOf(
  agents: readonly {
    readonly id: string;
    readonly backend: { readonly type: string; readonly [setting: string]: unknown };
  }[],
  environment: Readonly<Record<string, string>> = keys,
  coordination: Readonly<Record<string, unknown>> = {},
  more: Partial<SubagentManagerOptions> = {},
): SubagentManager {
  const workspace = join(temporaryDirectory("retinue-parent-"), "workspace");
  mkdirSync(workspace);
  const manager = createSubagentManager({
    workspace,
    agents: agents.map((agent) => ({ ...agent })),
    engine: {
      kind: "retinue-child",
      command: [process.execPath, join(import.meta.dirname, "../../dist/main.js")],
    },
    runtimeMode: "inherited",
    coordination: { subagent_orchestrator: { enabled: true }, ...coordination },
    environment: { PATH: process.env["PATH"], ...environment },
    timeouts: { defaultSeconds: 280, minSeconds: 1, maxSeconds: 300, warnings: [] },
    ...more,
  });
  onTestFinished(() => manager.close());
  return manager;
}
