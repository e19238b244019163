import type { Role } from "../analyse/findings.ts";
import type { TeamAnswer } from "../read/team-answers.ts";
import { criteria } from "./criteria.ts";

export interface Vote {
  readonly for: string;
  readonly reason: string;
}

/** Votes for the answer with the most points by the role's criterion; the first of equals. */
export async function judgeAnswers(
  role: Role,
  answers: readonly TeamAnswer[],
  place: { readonly root: string; readonly pauseSeconds: number },
): Promise<Vote> {
  const { unit, points } = criteria[role];
  const scores: { label: string; points: number }[] = [];
  for (const answer of answers) scores.push({ label: answer.label, points: await points(answer, place) });
  const best = scores.toSorted((a, b) => b.points - a.points)[0];
  if (best === undefined) throw new Error("The prompt shows no answer to vote for");
  const others = scores
    .filter(({ label }) => label !== best.label)
    .map((score) => `${score.label} ${score.points}`);
  return { for: best.label, reason: `${best.points} ${unit}; the others: ${others.join(", ") || "none"}` };
}
