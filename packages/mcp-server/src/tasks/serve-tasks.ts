import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

// The extension io.modelcontextprotocol/tasks as the protocol has it; the SDK has no API for it yet. What our
// tasks are stands elsewhere.

const extension = "io.modelcontextprotocol/tasks";

/** What a server that serves tasks declares. */
export const tasksCapability = { extensions: { [extension]: {} } };

/** What every task is known by. Times are ISO 8601. */
export interface TaskFacts {
  readonly taskId: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  /** For how long it can be asked for; null: as long as what it is about is kept. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs?: number;
  /** For a person. */
  readonly statusMessage?: string;
}

/** A task with what it has come to. */
export type DetailedTask = TaskFacts &
  (
    | { readonly status: "working" | "cancelled" }
    | { readonly status: "input_required"; readonly inputRequests: Readonly<Record<string, unknown>> }
    | { readonly status: "completed"; readonly result: CallToolResult }
    | { readonly status: "failed"; readonly error: { readonly code: number; readonly message: string } }
  );

/** Where tasks are; each method answers with undefined or false for a task that is none. */
export interface TaskSource {
  get(taskId: string): Promise<DetailedTask | undefined>;
  /** Asks for the end of it; `get` tells how it ended. */
  cancel(taskId: string): Promise<boolean>;
  /** Takes answers to what a task has asked for; those of unknown keys are left alone. Default: it never asks. */
  update?(taskId: string, responses: Readonly<Record<string, unknown>>): Promise<boolean>;
}

const declaringSchema = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
    extensions: z.looseObject({ [extension]: z.looseObject({}) }),
  }),
});

/** Whether the client of this request knows what to do with a task: it says so in each request. */
export function declaresTasks({ mcpReq }: Pick<ServerContext, "mcpReq">): boolean {
  return declaringSchema.safeParse(mcpReq.envelope).success;
}

/** What a call of a tool answers in place of its result. Only to a client that declares tasks. */
export function taskCreated(task: TaskFacts): CallToolResult {
  return { ...task, status: "working", resultType: "task" } as unknown as CallToolResult;
}

/** @throws MissingRequiredClientCapabilityError for a client that does not declare tasks. */
export function requireTasks(context: Pick<ServerContext, "mcpReq">): void {
  if (!declaresTasks(context)) {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: tasksCapability });
  }
}

const taskSchema = z.looseObject({ taskId: z.string() });

/** Has a server answer `tasks/get`, `tasks/update` and `tasks/cancel` from the source that a request is given. */
export function serveTasks(server: Server, sourceFor: (context: ServerContext) => Promise<TaskSource>): void {
  server.setRequestHandler("tasks/get", { params: taskSchema }, async ({ taskId }, context) => {
    requireTasks(context);
    const task = required(taskId, await (await sourceFor(context)).get(taskId));
    // As it would have been sent by itself.
    if (task.status === "completed") return { ...task, result: { ...task.result, resultType: "complete" } };
    return { ...task };
  });
  server.setRequestHandler("tasks/cancel", { params: taskSchema }, async ({ taskId }, context) => {
    requireTasks(context);
    required(taskId, await (await sourceFor(context)).cancel(taskId));
    return {};
  });
  server.setRequestHandler("tasks/update", { params: taskSchema }, async ({ taskId }, context) => {
    requireTasks(context);
    // The SDK takes them out of the parameters.
    const { inputResponses = {} } = context.mcpReq;
    const source = await sourceFor(context);
    required(taskId, await (source.update?.(taskId, inputResponses) ?? source.get(taskId)));
    return {};
  });
}

/** @throws ProtocolError when there is no such task. */
function required<Found>(taskId: string, found: Found | undefined | false): Found {
  if (found !== undefined && found !== false) return found;
  const message = `There is no task ${JSON.stringify(taskId.slice(0, 200))}`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
