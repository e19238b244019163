import {
  resourceListeners,
  subagentServers,
  type MakeServer,
  type ResourceListeners,
  type SubagentTool,
} from "@retinue/mcp-server";
import type { Start } from "../configure/manager-settings.ts";
import { isMassgenParent } from "../flags/massgen-parent.ts";
import type { OpenManager } from "./open-manager.ts";
import { replyOptions } from "./reply-options.ts";

/** Servers over one manager, a server for each connection or request. */
export interface ServerSource {
  /** Nothing is read and nothing made until the first tool call. */
  readonly create: MakeServer;
  /** Follows what clients of the newer era listen to: `changed` is called with a URI. Must not throw. */
  listeners(changed: (uri: string) => void): ResourceListeners;
  /** Lets go of what this process holds; runs go on under their supervisors. */
  close(): Promise<void>;
}

/** What every transport serves. */
export function serverSource(start: Start, version: string): ServerSource {
  let opening: Promise<OpenManager> | undefined;
  const manager = async () => {
    opening = current(opening, start);
    return (await opening).manager;
  };
  const types = async () => (await import("./described-types.ts")).describedTypes(start);
  const onFault = (error: unknown) =>
    start.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return {
    create: subagentServers({
      name: "retinue",
      version,
      manager,
      types,
      onFault,
      trace: { traceparent: start.environment["TRACEPARENT"], tracestate: start.environment["TRACESTATE"] },
      ...replyOptions(start.flags),
      ...(evaluatesRounds(start) && { moreTools: async () => [await loadEvaluateRound(start)] }),
    }),
    listeners: (changed) => resourceListeners({ manager, changed, onFault }),
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.manager.close();
    },
  };
}

/** In MassGen's managed mode the evaluator is started by MassGen's orchestrator alone. */
function evaluatesRounds({ flags, log }: Start): boolean {
  if (flags["evaluate-rounds"] !== "on") return false;
  if (isMassgenParent(flags)) log("--evaluate-rounds has no effect: MassGen evaluates its rounds itself");
  return !isMassgenParent(flags);
}

async function loadEvaluateRound(start: Start): Promise<SubagentTool> {
  const { evaluateRoundTool } = await import("../evaluate/evaluate-round-tool.ts");
  return evaluateRoundTool(async () => {
    const [{ managerSettings }, { stageConfiguration }] = await Promise.all([
      import("../configure/manager-settings.ts"),
      import("../evaluate/stage-configuration.ts"),
    ]);
    return stageConfiguration((await managerSettings({ ...start, log: () => {} })).options);
  });
}

/** The open manager, or a new one: a configuration that was mended or written is read at the next call. */
async function current(before: Promise<OpenManager> | undefined, start: Start): Promise<OpenManager> {
  const opened = await before?.catch(() => undefined);
  if (opened?.isOutdated() === false) return opened;
  await opened?.manager.close();
  const { openManager } = await import("./open-manager.ts");
  return openManager(start);
}
