/**
 * Text of another author as data: each line is marked, so that nothing in it can end the quotation
 * or pass for the prompt.
 */
export function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}
