import {
  ProtocolError,
  ProtocolErrorCode,
  type McpRequestContext,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { SubagentManager } from "@retinue/runtime";
import { shownName } from "@retinue/status-model";
import { serveResources } from "../resources/serve-resources.ts";
import { defaultReplyCharacters } from "../reply/reply-budget.ts";
import { SaidWarnings } from "../reply/said-warnings.ts";
import type { RunTasks } from "../tasks/run-tasks.ts";
import { declaresTasks, serveTasks, tasksCapability } from "../tasks/serve-tasks.ts";
import type { GivenTrace } from "../tools/caller-trace.ts";
import type { CallContext } from "../tools/call-tool.ts";
import type { SubagentTool } from "../tools/subagent-tool.ts";
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
  /** Most characters of one reply as JSON, from 4,000 to 1,000,000. Default 40,000: what a model can read at once. */
  readonly replyCharacters?: number;
  /** Whether there are the five tools that look after background jobs. Default true. */
  readonly backgroundTools?: boolean;
  /** Whether there is the tool that takes over what a subagent changed in a repository. Default true. */
  readonly changesTool?: boolean;
  /**
   * Whether `list_subagents` has results and every key of MassGen's list, and a warning is said each time: for parents
   * that are programs. Default false.
   */
  readonly listsResults?: boolean;
  /** Further tools, asked for when the tools are first asked for. Default: none. */
  readonly moreTools?: () => Promise<readonly SubagentTool[]>;
  /** The place in a trace of calls whose client names none. Default: none. */
  readonly trace?: GivenTrace | undefined;
  /** Seconds between two progress notifications when nothing changes. Default 15; clients want 20 at most. */
  readonly heartbeatSeconds?: number;
  /** Told of faults that no client can be told of. Must not throw. Default: nobody. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * The tools over a manager, for one connection; `connect` it to a transport. Making one has no side effect, and the
 * tools are loaded when they are first asked for.
 */
export function createSubagentServer(options: SubagentServerOptions): Server {
  return subagentServers(options)();
}

/** Makes a server. What `createMcpHandler` says of the request that it is for is passed on; without it: for a connection. */
export type MakeServer = (request?: Pick<McpRequestContext, "era" | "requestInfo">) => Server;

/**
 * Makes such servers, for the factory of `serveStdio` or `createMcpHandler`, which serve both protocol eras. They
 * are one to whoever calls them: what one has said or handed over the others do not repeat.
 */
export function subagentServers(options: SubagentServerOptions): MakeServer {
  const warnings = options.listsResults === true ? undefined : new SaidWarnings();
  let loading: Promise<RunTasks> | undefined;
  const tasks = () => (loading ??= loadTasks(options));
  // Over HTTP the older era is served a request at a time: nothing is left that could tell of a change afterwards.
  return ({ era, requestInfo } = { era: "modern" }) =>
    serverOver(options, warnings, tasks, era === "modern" || requestInfo === undefined);
}

async function loadTasks(options: SubagentServerOptions): Promise<RunTasks> {
  const { replyCharacters: characters = defaultReplyCharacters, backgroundTools = true } = options;
  const [{ nextPart }, { runTasks }] = await Promise.all([
    import("../tools/tool-set.ts"),
    import("../tasks/run-tasks.ts"),
  ]);
  return runTasks({ ...options, budget: { characters, ...(backgroundTools && { nextPart }) } });
}

function serverOver(
  options: SubagentServerOptions,
  warnings: SaidWarnings | undefined,
  tasks: () => Promise<RunTasks>,
  subscribe: boolean,
): Server {
  const {
    name,
    version,
    manager,
    types = async () => [],
    replyCharacters = defaultReplyCharacters,
    backgroundTools = true,
    changesTool = true,
    listsResults = false,
    moreTools = async () => [],
    trace,
    heartbeatSeconds = 15,
    onFault = () => {},
  } = options;
  const choice = { backgroundTools, changesTool, listsResults };
  const server = new ReceiptServer(
    { name, version, title: "Retinue subagents" },
    {
      capabilities: { tools: {}, resources: { subscribe }, ...tasksCapability },
      instructions: instructions(choice),
    },
  );
  serveTasks(server, async ({ mcpReq: { id, signal } }) =>
    (await tasks()).source((callback) => server.onReply(id, signal, callback)),
  );
  serveResources(server, manager, subscribe);
  server.setRequestHandler("tools/list", async () => {
    const [{ toolDefinitions, toolSet }, more, described] = await Promise.all([
      import("../tools/tool-set.ts"),
      moreTools(),
      types().catch((error: unknown) => {
        onFault(error);
        return [];
      }),
    ]);
    return { tools: toolDefinitions(toolSet(choice, more), described) };
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { mcpReq } = context;
    const [{ nextPart, toolSet }, more, { callTool }, { callerTrace }] = await Promise.all([
      import("../tools/tool-set.ts"),
      moreTools(),
      import("../tools/call-tool.ts"),
      import("../tools/caller-trace.ts"),
    ]);
    const tools = toolSet(choice, more);
    const tool = tools.get(params.name);
    if (tool === undefined) {
      const names = [...tools.keys()].join(", ");
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Tool ${shownName(params.name)} not found; there are ${names}`,
      );
    }
    return callTool(tool, params.arguments, {
      manager,
      budget: { characters: replyCharacters, ...(backgroundTools && { nextPart }) },
      warnings,
      signal: mcpReq.signal,
      trace: callerTrace(mcpReq, trace),
      progress: progressSender(mcpReq),
      heartbeatSeconds,
      asTask: declaresTasks(context) ? (await tasks()).create : undefined,
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
