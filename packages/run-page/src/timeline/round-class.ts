/** What a round is drawn as. */
export type RoundClass = "going" | "answering" | "voting" | "presenting" | "failed";

export function roundClass(type: string, outcome: string | undefined): RoundClass {
  if (outcome === "error" || outcome === "timeout") return "failed";
  if (outcome === undefined) return "going";
  if (type === "voting") return "voting";
  return type === "presentation" ? "presenting" : "answering";
}
