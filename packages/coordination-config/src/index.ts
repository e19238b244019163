export { CoordinationConfigError, type CoordinationConfigErrorCode } from "./coordination-config-error.ts";
export type { McpClient } from "./entry/client-timeout.ts";
export { modeOnHost } from "./entry/mode-on-host.ts";
export { rewriteDelegatedEntries } from "./entry/rewrite-delegated-entries.ts";
export {
  subagentServerEntry,
  type SubagentServerEntry,
  type SubagentServerEntryInput,
} from "./entry/subagent-server-entry.ts";
export { childConfig, type ChildConfigInput } from "./generate/child-config.ts";
export { childConfigYaml } from "./generate/child-config-yaml.ts";
export { runBudget } from "./generate/run-budget.ts";
export { keyVariables } from "./generate/key-variables.ts";
export { inheritedSettingsOf } from "./inherit/inherited-settings-of.ts";
export { fitRole, type FittedNeed, type Need, type RoleFitInput } from "./needs/fit-role.ts";
export { reservedTypes } from "./inherit/reserved-types.ts";
export { defaultSpawningAgent } from "./resolve/default-spawning-agent.ts";
export { refuseModel } from "./resolve/refuse-model.ts";
export { resolveTeam, type TeamQuestion } from "./resolve/resolve-team.ts";
export type { ResolvedTeam, TeamMember } from "./resolve/resolved-team.ts";
export type { TeamRule } from "./resolve/team-rule.ts";
export { coordinationSchema, type Coordination } from "./schema/coordination.ts";
export { inheritedSchema, type InheritedSettingsInput, type InheritedSettings } from "./schema/inherited.ts";
export { agentsOf, parentConfigSchema, type ParentConfig } from "./schema/parent-config.ts";
export { subagentOrchestratorSchema, type SubagentOrchestrator } from "./schema/subagent-orchestrator.ts";
export { parentAgentSchema, type ParentAgent } from "./schema/team-agent.ts";
export type { ConfigProblem } from "./validate/config-problem.ts";
export { unmetEvaluatorConstraints, type EvaluatorConstraint } from "./validate/evaluator-constraints.ts";
export { parseParentConfig, type ParsedParentConfig } from "./validate/parse-parent-config.ts";
