import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { SubagentManager } from "@retinue/runtime";
import { shownName } from "@retinue/status-model";
import { trackUndelivered } from "../deliver/undelivered.ts";
import type { CallContext } from "../tools/call-tool.ts";
import type { SubagentType } from "../tools/describe-types.ts";
import { instructions } from "./instructions.ts";
import { ReceiptServer } from "./receipt-server.ts";

export interface SubagentServerOptions {
  /** Opens the manager, or returns the open one. Asked at each tool call and not before. */
  readonly manager: () => Promise<SubagentManager>;
  /**
   * The types that a task may name, for the description of `spawn_subagents`. Asked each time the tools are
   * listed. Default, and when it rejects: none are described; a task may name them all the same.
   */
  readonly types?: () => Promise<readonly SubagentType[]>;
  readonly name: string;
  readonly version: string;
  /** Seconds between two progress notifications when nothing changes. Default 15; clients want 20 at most. */
  readonly heartbeatSeconds?: number;
  /** Told of faults that no client can be told of. Must not throw. Default: nobody. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * The tools over a manager, for one connection; `connect` it to a transport, or return it from the
 * factory of `serveStdio`, which serves both protocol eras. Making one has no side effect, and the
 * tools are loaded when they are first asked for.
 */
export function createSubagentServer(options: SubagentServerOptions): Server {
  const {
    name,
    version,
    manager,
    types = async () => [],
    heartbeatSeconds = 15,
    onFault = () => {},
  } = options;
  const server = new ReceiptServer(
    { name, version, title: "Retinue subagents" },
    { capabilities: { tools: {} }, instructions },
  );
  const undelivered = trackUndelivered();

  server.setRequestHandler("tools/list", async () => {
    const [{ toolDefinitions }, described] = await Promise.all([
      import("../tools/tool-set.ts"),
      types().catch((error: unknown) => {
        onFault(error);
        return [];
      }),
    ]);
    return { tools: toolDefinitions(described) };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const [{ toolSet }, { callTool }] = await Promise.all([
      import("../tools/tool-set.ts"),
      import("../tools/call-tool.ts"),
    ]);
    const tool = toolSet.get(params.name);
    if (tool === undefined) {
      const names = [...toolSet.keys()].join(", ");
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Tool ${shownName(params.name)} not found; there are ${names}`,
      );
    }
    const hold = undelivered.hold();
    mcpReq.signal.addEventListener("abort", () => hold.release(), { once: true });
    return callTool(tool, params.arguments, {
      manager,
      hold,
      signal: mcpReq.signal,
      progress: progressSender(mcpReq),
      heartbeatSeconds,
      onReply: (callback) => server.onReply(mcpReq.id, mcpReq.signal, callback),
      onFault,
    });
  });
  return server;
}

/** Only a client that sent a token wants progress. One that has gone is noticed by its signal. */
function progressSender({ _meta, notify }: ServerContext["mcpReq"]): CallContext["progress"] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    notify({ method: "notifications/progress", params: { progressToken, ...progress } }).catch(() => {});
  };
}
