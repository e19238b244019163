import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import { listWithin, readTextWithin, writeFileWithin } from "@retinue/contained-fs";
import type { AgentRequest } from "../../../contract/agent-backend.ts";
import { tool } from "./decision-tools.ts";
import { cutText } from "../../../prompt/cut-text.ts";
import { places, ToolRefusal, type Places } from "./places.ts";
import { searchText } from "./search-text.ts";

/** Runs a call of a file tool: what it gives the model, always a text. */
export interface FileTools {
  readonly definitions: readonly LanguageModelV4FunctionTool[];
  run(name: string, input: Readonly<Record<string, unknown>> | undefined): Promise<string>;
}

/** `result` leaves room for what is said about a text that is cut. */
const limits = {
  entries: 1000,
  fileBytes: 8 * 1024 * 1024,
  lines: 2000,
  characters: 100_000,
  result: 101_000,
  name: 100,
} as const;

const path = { type: "string", description: "Absolute, or relative to your directory" } as const;
const wholeNumber = { type: "integer", minimum: 1 } as const;

/** The one that leaves something behind. */
export const writingTool = "write_file";

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
    writingTool,
    "Writes a whole file in your own directory, with the directories it needs.",
    { path, content: { type: "string" } },
    ["path", "content"],
  ),
];

type Run = (
  call: { readonly allowed: Places; readonly stop: AbortSignal },
  text: (key: string) => string,
  input: Readonly<Record<string, unknown>>,
) => Promise<string>;

const runs: Readonly<Record<string, Run>> = {
  list_directory: ({ allowed }, text) =>
    allowed.read(text("path"), ({ root, beneath, hides }) => {
      const { entries, truncated } = listWithin(root, beneath, { maxEntries: limits.entries });
      const names = entries
        .filter(({ name }) => !hides(beneath === "" ? name : `${beneath}/${name}`))
        .map(({ name, kind }) => (kind === "directory" ? `${name}/` : name))
        .toSorted();
      return [...names, ...(truncated ? ["(and more)"] : [])].join("\n") || "(empty)";
    }),
  read_file: ({ allowed }, text, { first_line: given }) =>
    allowed.read(text("path"), ({ root, beneath }) => {
      const first = typeof given === "number" && given >= 1 ? Math.floor(given) : 1;
      const all = readTextWithin(root, beneath, { maxBytes: limits.fileBytes }).text.split("\n");
      const lines = all.slice(first - 1, first - 1 + limits.lines);
      const shown = lines.join("\n").slice(0, limits.characters);
      const last = first + shown.split("\n").length - 1;
      const isCut = shown.length === limits.characters ? `line ${last} is cut; ` : "";
      if (last >= all.length && isCut === "") return shown;
      return `${shown}\n(${isCut}the file has ${all.length} lines; go on with ${last + 1})`;
    }),
  search_files: ({ allowed, stop }, text) =>
    allowed.read(text("path"), (place) => searchText(place, text("text"), stop)),
  [writingTool]: ({ allowed }, text) =>
    allowed.write(text("path"), ({ root, beneath }) => {
      writeFileWithin(root, beneath, text("content"), { durable: false });
      return `written: ${root.path}/${beneath}`;
    }),
};

/** The file tools of one agent in one round. */
export function fileTools(request: AgentRequest, stop: AbortSignal): FileTools {
  const allowed = places(request);
  return {
    definitions,
    async run(name, input) {
      const run = Object.hasOwn(runs, name) ? runs[name] : undefined;
      if (run === undefined) return `error: there is no tool ${name.slice(0, limits.name)}`;
      if (input === undefined) return "error: the arguments are no JSON object";
      const text = (key: string) => {
        const value = input[key];
        if (typeof value === "string") return value;
        throw new ToolRefusal(`"${key}" has to be a text`);
      };
      try {
        return cutText(await run({ allowed, stop }, text, input), limits.result);
      } catch (error) {
        if (error instanceof ToolRefusal) return cutText(`error: ${error.message}`, limits.result);
        throw error;
      }
    },
  };
}
