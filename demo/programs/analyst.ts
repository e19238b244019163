/**
 * An agent of the demo's team: a plain program that analyses real files, judges by a stated
 * criterion and calls no model. `node analyst.ts scout|reader|auditor`, prompt on stdin; see
 * "command" in the README of @retinue/child-orchestrator.
 */
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { answerText, type Role, type Subject } from "./analyse/findings.ts";
import { languages } from "./analyse/languages.ts";
import { licences } from "./analyse/licences.ts";
import { openWork } from "./analyse/open-work.ts";
import { finalAnswer } from "./judge/final-answer.ts";
import { judgeAnswers, type Vote } from "./judge/judge-answers.ts";
import { teamAnswers } from "./read/team-answers.ts";

/** A subject is told by the words of the task. */
const subjects: readonly (readonly [RegExp, Subject])[] = [
  [/languages and sizes/, languages],
  [/to-dos with their places/, openWork],
  [/dependencies and licences/, licences],
];

const role = process.argv[2] as Role;
const prompt = await text(process.stdin);
const [root = "."] = JSON.parse(process.env["RETINUE_CONTEXT_PATHS"] ?? "[]") as string[];

let said = "";
let vote: Vote | undefined;
switch (process.env["RETINUE_STAGE"]) {
  case "answer":
    said = answerText(subjectOf(prompt)[role](root));
    break;
  case "vote": {
    const pauseSeconds = Number(/one place every (\d+) seconds/.exec(prompt)?.[1] ?? 0);
    vote = await judgeAnswers(role, teamAnswers(prompt), { root, pauseSeconds });
    break;
  }
  case "present":
    said = finalAnswer(teamAnswers(prompt));
    break;
  default:
    throw new Error("RETINUE_STAGE must be answer, vote or present");
}

// A program has no tokens: it counts words and says so; it costs nothing.
const usage = { input_tokens: words(prompt), output_tokens: words(said), estimated_cost: 0 };
writeFileSync(process.env["RETINUE_REPLY_FILE"] as string, JSON.stringify({ ...(vote && { vote }), usage }));
process.stdout.write(said);

function subjectOf(task: string): Subject {
  const found = subjects.find(([pattern]) => pattern.test(task));
  if (found === undefined) throw new Error("The task names none of the subjects that this program knows");
  return found[1];
}

function words(value: string): number {
  return value.split(/\s+/).filter((word) => word !== "").length;
}
