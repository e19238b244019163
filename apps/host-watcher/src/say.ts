import { printable } from "@retinue/contained-fs";

/** Writes lines that may hold what a parent or a child chose: a terminal shows it, and obeys none of it. */
export function say(stream: NodeJS.WritableStream, text: string): void {
  stream.write(`${printable(text)}\n`);
}
