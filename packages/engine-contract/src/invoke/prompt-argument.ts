/** Linux takes at most 128 KiB in one argument; beyond this a prompt is handed over as a file. */
const maxArgumentBytes = 100 * 1024;

/** A prompt as one argument: itself, or, when it is too long for that, where it is to be read. */
export function promptArgument(prompt: string, promptFile: string): string {
  if (Buffer.byteLength(prompt) <= maxArgumentBytes) return prompt;
  return `Your instructions are too long for a command line. Read all of ${promptFile} and do what it says.`;
}
