import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";

/** One module named by a file: by import, re-export, dynamic import or `import("…")` in a type. */
export interface FileImport {
  readonly specifier: string;
  readonly line: number;
}

/** Every module that the file names, types included. A computed dynamic import has no name and is left out. */
export function importsOf(path: string): FileImport[] {
  const text = readFileSync(path, "utf8");
  const { program, errors } = parseSync(path, text);
  const broken = errors.find((error) => error.severity === "Error");
  if (broken !== undefined) throw new SyntaxError(`${path} cannot be parsed: ${broken.message}`);
  const found: FileImport[] = [];
  const note = (source: { type: string; value?: unknown; start: number } | null) => {
    if (source?.type !== "Literal" || typeof source.value !== "string") return;
    found.push({ specifier: source.value, line: text.slice(0, source.start).split("\n").length });
  };
  new Visitor({
    ImportDeclaration: (node) => note(node.source),
    ExportNamedDeclaration: (node) => note(node.source),
    ExportAllDeclaration: (node) => note(node.source),
    ImportExpression: (node) => note(node.source),
    TSImportType: (node) => note(node.source),
  }).visit(program);
  return found;
}
