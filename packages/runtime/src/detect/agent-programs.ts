import {
  acpAgents,
  commandLineAgents,
  type AcpAgentName,
  type CommandLineAgent,
} from "@retinue/engine-contract";
import { acpLogins } from "./acp-logins.ts";
import type { AgentLogin, AgentObstacle } from "./agent-login.ts";
import { claudeLogin } from "./claude-login.ts";
import { codexLogin } from "./codex-login.ts";
import { codexSandbox } from "./codex-sandbox.ts";
import { geminiAccount, geminiLogin } from "./gemini-login.ts";

/** A command-line agent, and how it is found out whether it is logged in. */
export interface AgentProgram extends CommandLineAgent {
  /** The backend's `type`. */
  readonly type: keyof typeof commandLineAgents | "acp";
  /** The backend's `agent`, where it is one that speaks ACP. */
  readonly agent?: AcpAgentName;
  /** The command that logs in. */
  readonly logIn: string;
  readonly login: AgentLogin;
  readonly obstacle?: AgentObstacle;
}

/** Those that have a backend of their own, in the order in which one is chosen. */
export const agentPrograms: readonly AgentProgram[] = [
  {
    type: "claude_code",
    ...commandLineAgents.claude_code,
    logIn: "claude auth login",
    login: claudeLogin,
  },
  {
    type: "codex",
    ...commandLineAgents.codex,
    logIn: "codex login",
    login: codexLogin,
    obstacle: codexSandbox,
  },
  {
    type: "gemini_cli",
    ...commandLineAgents.gemini_cli,
    // It asks for the login at its first start.
    logIn: "gemini",
    login: geminiLogin,
    obstacle: geminiAccount,
  },
];

/** In the order in which one is chosen, after those: the adapters last, since their programs go first. Gemini CLI is among those. */
const acpOrder = ["opencode", "qwen", "copilot", "vibe-acp", "claude-agent-acp", "codex-acp"] as const;

export const acpPrograms: readonly AgentProgram[] = acpOrder.map((agent) => {
  const { title, program, install, logIn } = acpAgents[agent];
  return { type: "acp", agent, title, program, install, logIn: commandIn(logIn), login: acpLogins[agent] };
});

/** The command of a remedy in words. */
function commandIn(remedy: string): string {
  return /`([^`]+)`/.exec(remedy)?.[1] ?? remedy;
}

/** The backend of an agent that was found. */
export function backendOf({ type, agent }: Pick<AgentProgram, "type" | "agent">) {
  return agent === undefined ? { type } : { type, agent };
}
