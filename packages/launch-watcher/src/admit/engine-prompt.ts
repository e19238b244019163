/** A directory that is mounted for a run: what its parent calls it, and where it is in the container. */
export interface Place {
  readonly parent: string;
  readonly here: string;
}

/**
 * What the engine is told: where the parent's paths are, then the task as it is. In a text a path cannot be
 * told from what looks like one, so that nothing in it is replaced.
 */
export function enginePrompt(task: string, places: readonly Place[]): string {
  const lines = places.map(({ parent, here }) => `- ${parent} is ${here}`);
  return `## Where things are

You work in a container, in which your parent's directories have other names:

${lines.join("\n")}

Open files by their names here. In your answer, name files as your parent does.

${task}`;
}
