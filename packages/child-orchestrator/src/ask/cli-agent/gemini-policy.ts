/**
 * A policy file of Gemini CLI's: files are written in the workspace only, though the context paths are
 * among its directories as well, and never what it takes settings from at its next start. Fetching, and commands
 * that are not allowed here, are denied by its own rules where nobody can be asked.
 */
export function geminiPolicy(
  workspace: string,
  { webSearch, shell }: { readonly webSearch: boolean; readonly shell: boolean },
): string {
  // As it stands in the arguments, which are JSON; for a regular expression.
  const within = JSON.stringify(`${workspace}/`)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const file = `"file_path":"`;
  const writing = ["write_file", "replace"];
  return [
    rule(writing, "allow", 500, `${file}[^/]`),
    rule(writing, "allow", 500, `${file}${within}`),
    rule(writing, "deny", 600, `${file}[^"]*\\.\\.`),
    rule(writing, "deny", 600, `${file}[^"]*/\\.(gemini|env)`),
    rule(writing, "deny", 600, `${file}\\.(gemini|env)`),
    // Whatever a command does: it is in a sandbox.
    ...(shell ? [rule(["run_shell_command"], "allow", 500, undefined, true)] : []),
    ...(webSearch ? [] : [rule(["google_web_search"], "deny", 600)]),
  ].join("\n");
}

function rule(
  tools: readonly string[],
  decision: string,
  priority: number,
  pattern?: string,
  redirects = false,
): string {
  const values = {
    toolName: tools,
    decision,
    priority,
    ...(pattern !== undefined && { argsPattern: pattern }),
    ...(redirects && { allowRedirection: true }),
  };
  // A JSON string is a basic string of TOML.
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return ["[[rule]]", ...lines, ""].join("\n");
}
