import { isCollection, isMap, isScalar, type Document, type LineCounter, type Node, type Scalar } from "yaml";
import { pathText } from "@retinue/errors";
import type { ConfigProblem, UnplacedProblem } from "./config-problem.ts";

/** Finds where in the text a problem is: at the value, at the key of a collection, or at the nearest thing around it. */
export function placeProblem(
  document: Document,
  lines: LineCounter,
  problem: UnplacedProblem,
): ConfigProblem {
  const { at, found, rule, remedy } = problem;
  const { line, col } = lines.linePos(offsetOf(document, at));
  return { path: pathText(at), line: Math.max(line, 1), column: Math.max(col, 1), found, rule, remedy };
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    const node = document.getIn(part, true) as Node | undefined;
    if (isScalar(node) && node.range) return node.range[0];
    const key = keyOf(document, part);
    if (key?.range) return key.range[0];
    if (isCollection(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}

function keyOf(document: Document, path: readonly PropertyKey[]): Scalar | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  return parent.items
    .map(({ key }) => key)
    .find((key): key is Scalar => isScalar(key) && key.value === path.at(-1));
}
