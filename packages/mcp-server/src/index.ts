export { McpServerError, type McpServerErrorCode } from "./mcp-server-error.ts";
export { refusalSchema, type Refusal } from "./refuse/refusal.ts";
export { continueReplySchema, type ContinueReply } from "./reply/continue-reply.ts";
export { listReplySchema, type ListReply } from "./reply/list-reply.ts";
export { replyCharacterBounds } from "./reply/reply-budget.ts";
export { spawnReplySchema, type SpawnReply } from "./reply/spawn-reply.ts";
export {
  resourceListeners,
  type ResourceListeners,
  type ResourceListenersOptions,
} from "./resources/resource-listeners.ts";
export {
  createSubagentServer,
  subagentServers,
  type MakeServer,
  type SubagentServerOptions,
} from "./serve/create-subagent-server.ts";
export type { SubagentType } from "./tools/describe-types.ts";
export {
  declaresTasks,
  serveTasks,
  taskCreated,
  tasksCapability,
  type DetailedTask,
  type TaskFacts,
  type TaskSource,
} from "./tasks/serve-tasks.ts";
export { defineTool, type SubagentTool, type ToolCall, type ToolOutcome } from "./tools/subagent-tool.ts";
