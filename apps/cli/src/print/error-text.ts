import { printable } from "@retinue/contained-fs";

/** What was refused and what to do, on one line; a message or a remedy that is a list keeps its lines. */
export function errorText({
  message,
  remedy,
}: {
  readonly message: string;
  readonly remedy: string;
}): string {
  const joint = message.includes("\n") ? "\n" : /[.!?]$/.test(message) ? " " : ". ";
  return `retinue: ${printable(`${message}${joint}${remedy}`)}\n`;
}
