/** What one analysis found. */
export interface Findings {
  /** The answer in one line. */
  readonly headline: string;
  /** Each with the place where it can be looked up, relative to the root. */
  readonly items: readonly { readonly place: string; readonly remark: string }[];
  /** Files that were looked at, opened or not. */
  readonly filesCovered: number;
  readonly method: string;
}

/** One way to look at a subject. `root` is an absolute path. */
export type Analysis = (root: string) => Findings;

/** The ways to look at a subject, by who takes which. */
export type Subject = Readonly<Record<Role, Analysis>>;

/** The programs of the team: each analyses by its own method and votes by its own criterion. */
export type Role = "scout" | "reader" | "auditor";

/** The findings as an answer. Judges read this form again: see judge/criteria.ts. */
export function answerText({ headline, items, filesCovered, method }: Findings): string {
  const lines = items.map(({ place, remark }) => `- ${place}: ${remark}`);
  return [headline, ...lines, `Covered ${filesCovered} files. Method: ${method}.`].join("\n");
}
