import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { listWithin, readTextWithin, writeFileWithin } from "@retinue/contained-fs";
import type { AgentRequest } from "../../agent-backend.ts";
import { tool } from "./decision-tools.ts";
import { places, ToolRefusal, type Places } from "./places.ts";
import { searchText } from "./search-text.ts";

/** Runs a call of a file tool: what it gives the model, always a text. */
export interface FileTools {
  readonly definitions: readonly LanguageModelV4FunctionTool[];
  run(name: string, input: Readonly<Record<string, unknown>> | undefined): string;
}

const limits = { entries: 1000, fileBytes: 8 * 1024 * 1024, lines: 2000, characters: 100_000 } as const;

const path = { type: "string", description: "Absolute, or relative to your directory" } as const;
const wholeNumber = { type: "integer", minimum: 1 } as const;

const definitions = [
  tool("list_directory", "Lists a directory.", { path }, ["path"]),
  tool(
    "read_file",
    `Reads a text file, at most ${limits.lines} lines of it.`,
    { path, first_line: { ...wholeNumber, description: "Line to begin with; 1 when left out" } },
    ["path"],
  ),
  tool(
    "search_files",
    "Finds the lines that contain a text, in a file or in all files beneath a directory.",
    { path, text: { type: "string", description: "As it stands in the line" } },
    ["path", "text"],
  ),
  tool(
    "write_file",
    "Writes a whole file in your own directory, with the directories it needs.",
    { path, content: { type: "string" } },
    ["path", "content"],
  ),
];

type Run = (
  allowed: Places,
  text: (key: string) => string,
  input: Readonly<Record<string, unknown>>,
) => string;

const runs: Readonly<Record<string, Run>> = {
  list_directory: (allowed, text) =>
    allowed.read(text("path"), (root, beneath) => {
      const { entries, truncated } = listWithin(root, beneath, { maxEntries: limits.entries });
      const names = entries.map(({ name, kind }) => (kind === "directory" ? `${name}/` : name)).toSorted();
      return [...names, ...(truncated ? ["(and more)"] : [])].join("\n") || "(empty)";
    }),
  read_file: (allowed, text, { first_line: given }) =>
    allowed.read(text("path"), (root, beneath) => {
      const first = typeof given === "number" && given >= 1 ? Math.floor(given) : 1;
      const all = readTextWithin(root, beneath, { maxBytes: limits.fileBytes }).text.split("\n");
      const lines = all.slice(first - 1, first - 1 + limits.lines);
      const shown = lines.join("\n").slice(0, limits.characters);
      const next = first + shown.split("\n").length;
      return next > all.length ? shown : `${shown}\n(the file has ${all.length} lines; go on with ${next})`;
    }),
  search_files: (allowed, text) =>
    allowed.read(text("path"), (root, beneath) => searchText(root, beneath, text("text"))),
  write_file: (allowed, text) =>
    allowed.write(text("path"), (root, beneath) => {
      writeFileWithin(root, beneath, text("content"), { durable: false });
      return `written: ${root.path}/${beneath}`;
    }),
};

/** The file tools of one agent in one round. */
export function fileTools(request: AgentRequest): FileTools {
  const allowed = places(request);
  return {
    definitions,
    run(name, input) {
      const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
      if (run === undefined) return `error: there is no tool ${name}`;
      if (input === undefined) return "error: the arguments are no JSON object";
      const text = (key: string) => {
        const value = input[key];
        if (typeof value === "string") return value;
        throw new ToolRefusal(`"${key}" has to be a text`);
      };
      try {
        return run(allowed, text, input);
      } catch (error) {
        if (error instanceof ToolRefusal) return `error: ${error.message}`;
        throw error;
      }
    },
  };
}
