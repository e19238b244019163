/** An option and its value, as arguments; nothing without a value. */
export function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}
