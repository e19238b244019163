import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where each program lies in the cache, and what of the repository puts it there. */
const programs = {
  claude: { path: "agents/node_modules/.bin/claude", script: "install-agents.sh" },
  codex: { path: "agents/node_modules/.bin/codex", script: "install-agents.sh" },
  gemini: { path: "agents/node_modules/.bin/gemini", script: "install-agents.sh" },
  "claude-agent-acp": { path: "acp/node_modules/.bin/claude-agent-acp", script: "install-acp-agents.sh" },
  "codex-acp": { path: "acp/node_modules/.bin/codex-acp", script: "install-acp-agents.sh" },
  opencode: { path: "acp/node_modules/.bin/opencode", script: "install-acp-agents.sh" },
  qwen: { path: "acp/node_modules/.bin/qwen", script: "install-acp-agents.sh" },
  copilot: { path: "acp/node_modules/.bin/copilot", script: "install-acp-agents.sh" },
  "vibe-acp": { path: "acp/node_modules/.bin/vibe-acp", script: "install-acp-agents.sh" },
  massgen: { path: "massgen/bin/massgen", script: "install-massgen.sh" },
} as const;

export type ProgramName = keyof typeof programs;

/** A program that the tests run for real. */
export interface InstalledProgram {
  /** Where it is, or would be. */
  readonly path: string;
  /** Why it cannot be run; undefined when it can. For `skipIf` and the name of what is skipped. */
  readonly missing: string | undefined;
}

/**
 * A program from the cache of the repository's install scripts. Where everything is required
 * (RETINUE_REQUIRE_ALL) a missing one is an error: what was to be tested must not be skipped unseen.
 */
export function installedProgram(
  name: ProgramName,
  // oxlint-disable-next-line no-restricted-properties, node/no-process-env -- only tests call it
  environment: Readonly<Record<string, string | undefined>> = process.env,
): InstalledProgram {
  const { RETINUE_TEST_CACHE: named = "", RETINUE_REQUIRE_ALL: required = "" } = environment;
  const cache = named === "" ? join(homedir(), ".cache/retinue-test") : named;
  const path = join(cache, programs[name].path);
  if (existsSync(path)) return { path, missing: undefined };
  const missing = `${name} is not installed: run scripts/clients/${programs[name].script} (${path})`;
  if (required !== "") throw new Error(missing);
  return { path, missing };
}
