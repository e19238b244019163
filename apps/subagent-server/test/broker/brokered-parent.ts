import { connectBroker } from "@retinue/model-broker";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi, type VendorApi, type VendorScript } from "@retinue/testkit/vendor-api";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { call, initialize, rawServer, replyOf, type RawServer } from "../serve/raw-server.ts";

/** The parent's key: no run may ever see it. No other test has it in a process of its own. */
export const canary = `sk-canary-${randomUUID()}`;

export interface BrokeredParent {
  readonly vendor: VendorApi;
  readonly workspace: string;
  /** Of this parent's user. */
  readonly brokerDirectory: string;
  /** Starts a server of the workspace that has the key. */
  serve(): RawServer;
}

interface ParentOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly coordination?: object;
  /** Flags of its server. Default: those for a broker. */
  readonly args?: readonly string[];
}

/** A parent whose runs get their models by a broker, from a stand-in of the vendors' APIs. */
export async function brokeredParent(
  script: VendorScript,
  backendOf: (url: string) => object,
  { env = {}, coordination = {}, args = ["--broker", "on"] }: ParentOptions = {},
): Promise<BrokeredParent> {
  const vendor = await startVendorApi(script);
  onTestFinished(() => vendor.stop().catch(() => {}));
  const workspace = temporaryDirectory("retinue-brokered-");
  // Short: a socket's path is.
  const state = temporaryDirectory("rt-");
  const config = {
    agents: [{ id: "solo", backend: backendOf(vendor.url) }],
    orchestrator: { coordination: { subagent_runtime_fallback_mode: "inherited", ...coordination } },
  };
  // JSON is YAML.
  writeFileSync(join(workspace, "retinue.yaml"), JSON.stringify(config));
  const brokerDirectory = join(state, "retinue/broker");
  onTestFinished(async () => {
    const status = connectBroker(join(brokerDirectory, "control.sock")).status();
    const broker = await status.catch(() => undefined);
    if (broker !== undefined) process.kill(broker.pid, "SIGKILL");
  });
  return {
    vendor,
    workspace,
    brokerDirectory,
    serve() {
      const server = rawServer({
        cwd: workspace,
        args,
        env: { XDG_STATE_HOME: state, ...env },
      });
      server.send(initialize);
      return server;
    },
  };
}

let id = 1;
export async function ask(server: RawServer, name: string, args: object): Promise<Record<string, unknown>> {
  const number = ++id;
  server.send(call(number, name, args));
  const { structuredContent } = await eventually(`the reply of ${name}`, () => replyOf(server, number), 500);
  return structuredContent as Record<string, unknown>;
}

/** Processes in whose environment or command line a text is, besides those that may have it. */
export function processesWith(text: string, besides: readonly (number | undefined)[]): string[] {
  const others = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && !besides.includes(Number(name)));
  return others
    .map((pid) => ["cmdline", "environ"].map((name) => read(`/proc/${pid}/${name}`)))
    .filter((found) => found.join("\n").includes(text))
    .map(([command = ""]) => command.replaceAll("\0", " "));
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // It has gone, or is another user's.
    return "";
  }
}
