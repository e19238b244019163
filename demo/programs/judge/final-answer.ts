import type { TeamAnswer } from "../read/team-answers.ts";

/** The winner's answer, with what the others found in one line each. */
export function finalAnswer(answers: readonly TeamAnswer[]): string {
  const own = answers.find((answer) => answer.own);
  if (own === undefined) throw new Error("The prompt shows no answer of mine to present");
  const others = answers.filter((answer) => !answer.own).map(({ lines }) => `Also found: ${lines[0] ?? ""}`);
  return [...own.lines, ...others].join("\n");
}
