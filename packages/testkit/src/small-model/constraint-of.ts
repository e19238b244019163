import { isObject, objects, string } from "../vendor-api/protocol.ts";
import type { VendorToolCall } from "../vendor-api/vendor-step.ts";

/** What the model's text must be: content of a shape, or the call of a tool. */
export type Constraint =
  | { readonly kind: "content"; readonly schema: unknown }
  | { readonly kind: "call"; readonly schema: unknown; call(text: string): VendorToolCall };

/** The model must come to an end before its limit of tokens: no string of its own is longer. */
const stringCharacters = 200;

/**
 * What the body of a chat completion demands of the reply; undefined where any text will do. The
 * tools of `demanded` have to be called wherever they are offered.
 */
export function constraintOf(
  body: Readonly<Record<string, unknown>>,
  demanded: readonly string[],
): Constraint | undefined {
  const { response_format: format, tool_choice: choice } = body;
  if (isObject(format) && isObject(format["json_schema"]))
    return { kind: "content", schema: bounded(format["json_schema"]["schema"]) };
  const tools = objects(body["tools"]).flatMap(({ function: tool }) => (isObject(tool) ? [tool] : []));
  const named =
    isObject(choice) && isObject(choice["function"]) ? [string(choice["function"]["name"])] : demanded;
  const chosen = tools.filter(({ name }) => named.includes(string(name)));
  const allowed = chosen.length === 0 && choice === "required" ? tools : chosen;
  if (allowed.length === 0) return undefined;
  const calls = allowed.map(({ name, parameters }) => ({
    type: "object",
    properties: { name: { const: name }, arguments: bounded(parameters) },
    required: ["name", "arguments"],
  }));
  return {
    kind: "call",
    schema: calls.length === 1 ? calls[0] : { oneOf: calls },
    call(text) {
      const { name, arguments: given } = JSON.parse(text) as Record<string, unknown>;
      return { name: string(name), arguments: isObject(given) ? given : {} };
    },
  };
}

/** The schema with a limit on every string that has none. */
function bounded(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bounded);
  if (!isObject(schema)) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, bounded(value)]));
  return copy["type"] === "string" && !("enum" in copy) ? { maxLength: stringCharacters, ...copy } : copy;
}
