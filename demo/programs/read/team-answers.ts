/** An answer of the team, as the prompt of a vote or a presentation quotes it. */
export interface TeamAnswer {
  readonly label: string;
  readonly own: boolean;
  readonly lines: readonly string[];
}

const heading = /^(agent\d+\.\d+)( \(yours\))?$/;

/** Takes the answers out of a prompt: a label on a line of its own, then the answer, each line marked `>`. */
export function teamAnswers(prompt: string): TeamAnswer[] {
  const answers: { label: string; own: boolean; lines: string[] }[] = [];
  for (const line of prompt.split("\n")) {
    const [, label, own] = heading.exec(line) ?? [];
    if (label !== undefined) answers.push({ label, own: own !== undefined, lines: [] });
    else if (line.startsWith(">")) answers.at(-1)?.lines.push(line.slice(2));
  }
  return answers;
}
