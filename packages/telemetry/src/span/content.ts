import { limitedText } from "@retinue/status-model";
import { known, type SpanAttributes } from "./planned-span.ts";

/** Of each text: backends refuse spans that are too large. */
const maxCharacters = 32_000;

/** What was said, in the form that the conventions have for messages; they are kept as JSON. */
export function messages(
  ...said: readonly { readonly role: "user" | "assistant"; readonly text: string | null | undefined }[]
): string | undefined {
  const parts = said.flatMap(({ role, text }) =>
    typeof text === "string" ? [{ role, parts: [textPart(text)] }] : [],
  );
  return parts.length === 0 ? undefined : JSON.stringify(parts);
}

/** What is told before anything is asked. */
export function systemInstructions(text: string | undefined): string | undefined {
  return text === undefined ? undefined : JSON.stringify([textPart(text)]);
}

/** Attributes that hold content, where that was asked for; otherwise none. */
export function ifCaptured(captures: boolean, attributes: () => Parameters<typeof known>[0]): SpanAttributes {
  return captures ? known(attributes()) : {};
}

function textPart(text: string) {
  return { type: "text", content: limitedText(text, maxCharacters) };
}
