import { makeDirectoryWithin, writeFileWithin } from "@retinue/contained-fs";
import { join } from "node:path";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { withLog } from "../prepare/subagent-roots.ts";

const home = "sandbox/gemini_cli";
const settings = JSON.stringify({ security: { auth: { selectedType: "gemini-api-key" } } });

/**
 * A home of its own for Gemini CLI, beside what a sandbox keeps of programs. It does not find out by itself that there is
 * a key once it is told of another server, and takes a system's settings from root alone.
 *
 * @returns The environment in which it is found.
 */
export function geminiHome(paths: Pick<SubagentPaths, "logDirectory" | "logPath">): Record<string, string> {
  withLog(paths, (log) => {
    makeDirectoryWithin(log, `${home}/.gemini`);
    writeFileWithin(log, `${home}/.gemini/settings.json`, settings, { mode: 0o600, durable: false });
  });
  return { GEMINI_CLI_HOME: join(paths.logPath, home) };
}
