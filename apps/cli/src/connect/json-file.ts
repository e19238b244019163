// Its own entry is one that no bundler can follow.
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  type ParseError,
} from "jsonc-parser/lib/esm/main.js";
import { CliError } from "../cli-error.ts";

/** Where a value is in a file: names from the top down. */
export type JsonPath = readonly string[];

/** The value there; undefined where there is none. */
export function valueIn(text: string, at: JsonPath, file: string): unknown {
  const node = findNodeAtLocation(treeOf(text, file), [...at]);
  return node === undefined ? undefined : (structuredClone(getNodeValue(node)) as unknown);
}

/**
 * The text with the value there, or without one: comments, order and everything else stay as they are.
 *
 * @throws CliError NOT_READABLE for a text that is no JSON with comments: nothing is changed in it.
 */
export function withValue(text: string, at: JsonPath, value: unknown, file: string): string {
  const whole = text.trim() === "" ? "{}\n" : text;
  treeOf(whole, file);
  const indent = /^(?<space>[ \t]+)\S/m.exec(whole)?.groups?.["space"] ?? "  ";
  const formattingOptions = {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: whole.includes("\r\n") ? "\r\n" : "\n",
  };
  // The lines about what is put in are formatted: at the front they are the fewest.
  const options = { formattingOptions, getInsertionIndex: () => 0 };
  return applyEdits(whole, modify(whole, [...at], value, options));
}

function treeOf(text: string, file: string) {
  const errors: ParseError[] = [];
  const tree = parseTree(text.trim() === "" ? "{}" : text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && tree?.type === "object") return tree;
  const before = text.slice(0, first?.offset ?? 0);
  throw new CliError("NOT_READABLE", `${file} is not a JSON object: line ${before.split("\n").length}`, {
    remedy:
      "Nothing was changed in it. Correct it, or add by hand what `retinue config` prints without --write.",
    details: { file },
  });
}
