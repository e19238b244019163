import { commandLineAgents, type CommandLineAgent } from "@retinue/engine-contract";
import type { AgentLogin, AgentObstacle } from "./agent-login.ts";
import { claudeLogin } from "./claude-login.ts";
import { codexLogin } from "./codex-login.ts";
import { codexSandbox } from "./codex-sandbox.ts";
import { geminiAccount, geminiLogin } from "./gemini-login.ts";

/** A command-line agent, and how it is found out whether it is logged in. */
export interface AgentProgram extends CommandLineAgent {
  /** The backend's `type`. */
  readonly type: keyof typeof commandLineAgents;
  /** The command that logs in. */
  readonly logIn: string;
  readonly login: AgentLogin;
  readonly obstacle?: AgentObstacle;
}

/** In the order in which one is chosen. */
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
