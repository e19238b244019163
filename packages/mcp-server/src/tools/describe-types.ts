/** A role that a task may name, as far as a model has to know it. */
export interface SubagentType {
  readonly name: string;
  readonly description: string;
  /** What a task for it has to say. */
  readonly expected_input: readonly string[];
  /** What the team that would run it cannot give it, a sentence each. */
  readonly lacks?: readonly string[] | undefined;
}

/** The active types, as the description of the tool that spawns ends. Empty without any. */
export function describeTypes(types: readonly SubagentType[]): string {
  if (types.length === 0) return "";
  const lines = types.map(({ name, description, expected_input, lacks = [] }) => {
    const input = expected_input.length === 0 ? "" : ` Its task says: ${expected_input.join("; ")}.`;
    return [`- ${name}: ${sentence(description)}${input}`, ...lacks.map(sentence)].join(" ");
  });
  return `\n\nsubagent_type gives a subagent a role and its method. There are:\n${lines.join("\n")}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
