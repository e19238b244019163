import { SubagentProfilesError } from "../subagent-profiles-error.ts";

const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

/** `_template`: the text of a new SUBAGENT.md, to be filled in. It is a valid profile as it stands. */
const template = `---
name: NAME
description: "When to use: one sentence that tells the parent when this role is the right one"
# Skills switched on for the child's team; leave out when it needs none.
# skills: [skill-name]
# What its team has to be able to do. required: refused without; optional: the reply says what is lacking.
# needs: { read: required, write: optional, shell: optional, web: optional, skills: optional }
expected_input:
  - the question or goal, and what is out of scope
  - where to look, by path
  - the form of the answer
---

You are a NAME subagent. Say in two sentences what the role is for and what it is not for.

## Method

1. What to look at first.
2. What to do with what was found.
3. When to stop.

## Evidence

What every statement has to rest on: a path with a line, a command with its output, a source with its date.

## Answer

- Result: ...
- Evidence: ...
- Open questions: ...

## Not your part

- What is left to the parent.
`;

/**
 * The scaffold of a new profile.
 *
 * @throws SubagentProfilesError INVALID_NAME: the name becomes a directory.
 */
export function profileTemplate(name: string): string {
  if (!namePattern.test(name)) {
    throw new SubagentProfilesError(
      "INVALID_NAME",
      `${JSON.stringify(name)} cannot be the name of a profile`,
      {
        remedy: "Use 1 to 63 letters, digits, - or _, beginning with a letter or digit.",
        details: { name },
      },
    );
  }
  return template.replaceAll("NAME", name);
}
