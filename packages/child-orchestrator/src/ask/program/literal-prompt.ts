/** A prompt that begins like a command of the program would be taken for one. */
export function literalPrompt(prompt: string): string {
  return /^\s*[/!]/.test(prompt) ? `Task:\n${prompt}` : prompt;
}
