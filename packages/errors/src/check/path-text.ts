/** A path into a document as people write it: `agents[0].backend.type`; `(top)` for the document itself. */
export function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return text.replace(/^\./, "") || "(top)";
}
