import { flags } from "./flag-table.ts";

/** The help. */
export function usage(): string {
  const width = Math.max(...[...flags.keys()].map(({ length }) => length));
  const lines = (origin: string) =>
    [...flags]
      .filter(([, flag]) => flag.origin === origin)
      .map(([name, { meaning, unsupported }]) => {
        const note = unsupported === undefined ? "" : ` (${unsupported})`;
        return `  --${name.padEnd(width)}  ${meaning.replaceAll("`", "")}${note}`;
      });
  return [
    "retinue-mcp: an MCP server on stdin and stdout that spawns subagents.",
    "Without flags it serves the current directory with the team of ./retinue.yaml, or, without that file,",
    "with the first agent that it finds ready on this machine (see `retinue doctor`).",
    "",
    ...lines("retinue"),
    "",
    "MassGen's flags (an empty value means absent):",
    ...lines("massgen"),
    "",
    "Exit codes: 0 when its client has gone or it was told to end, 2 for bad flags or a bad configuration.",
    "",
    "Examples:",
    "  npx -y retinue config claude-code --write   (lets a client start it)",
    "  retinue-mcp --config team.yaml --max-concurrent 5",
    "  retinue-mcp --http 8787 --http-token-file token",
    "",
  ].join("\n");
}
