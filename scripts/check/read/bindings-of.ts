import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";

/** One name that a file takes from a module, types left out; `*` for all of it, or when it cannot be told. */
export interface TakenName {
  readonly name: string;
  readonly line: number;
}

/** What a file takes from the modules of these names, by whatever kind of import. */
export function bindingsOf(path: string, modules: ReadonlySet<string>): TakenName[] {
  const text = readFileSync(path, "utf8");
  const found: TakenName[] = [];
  const note = (name: string, start: number) =>
    found.push({ name, line: text.slice(0, start).split("\n").length });
  const isOne = (node: { type: string; value?: unknown } | null | undefined) =>
    node?.type === "Literal" && typeof node.value === "string" && modules.has(node.value);
  new Visitor({
    ImportDeclaration: (node) => {
      if (!isOne(node.source) || node.importKind === "type") return;
      for (const each of node.specifiers) {
        if (each.type !== "ImportSpecifier") note("*", each.start);
        else if (each.importKind !== "type")
          note(each.imported.type === "Identifier" ? each.imported.name : each.imported.value, each.start);
      }
    },
    ExportNamedDeclaration: (node) => void (isOne(node.source) && note("*", node.start)),
    ExportAllDeclaration: (node) => void (isOne(node.source) && note("*", node.start)),
    ImportExpression: (node) => void (isOne(node.source) && note("*", node.start)),
    // require("fs"), process.getBuiltinModule("fs")
    CallExpression: (node) => {
      const { callee } = node;
      const name =
        callee.type === "MemberExpression" && callee.property.type === "Identifier"
          ? callee.property.name
          : callee.type === "Identifier"
            ? callee.name
            : "";
      if (["require", "getBuiltinModule"].includes(name) && isOne(node.arguments[0])) note("*", node.start);
    },
  }).visit(parseSync(path, text).program);
  return found;
}
