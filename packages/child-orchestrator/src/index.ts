export type {
  AgentBackend,
  AgentReply,
  AgentRequest,
  AgentSession,
  BackendFactory,
  BackendRegistry,
  ModelCall,
  ReplyDraft,
  Stage,
  Usage,
} from "./contract/agent-backend.ts";
export { builtInBackends } from "./ask/built-in-backends.ts";
export { commandConfigSchema, type CommandConfig } from "./ask/command/command-config.ts";
export { replyFileSchema } from "./ask/command/take-reply-file.ts";
export { ChildOrchestratorError, type ChildOrchestratorErrorCode } from "./child-orchestrator-error.ts";
export { runTeam, type RunTeamOptions } from "./run-team.ts";
export type { TeamOutcome } from "./team-outcome.ts";
