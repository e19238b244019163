import { printable } from "@retinue/contained-fs";

/** A line of JSON, or several with `indent`, that a terminal shows and does not obey: other texts are inside. */
export function jsonText(value: unknown, indent?: number): string {
  return `${printable(JSON.stringify(value, null, indent))}\n`;
}
