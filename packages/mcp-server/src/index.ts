export { McpServerError, type McpServerErrorCode } from "./mcp-server-error.ts";
export { refusalSchema, type Refusal } from "./refuse/refusal.ts";
export { continueReplySchema, type ContinueReply } from "./reply/continue-reply.ts";
export { listReplySchema, type ListReply } from "./reply/list-reply.ts";
export { spawnReplySchema, type SpawnReply } from "./reply/spawn-reply.ts";
export { createSubagentServer, type SubagentServerOptions } from "./serve/create-subagent-server.ts";
export type { SubagentType } from "./tools/describe-types.ts";
