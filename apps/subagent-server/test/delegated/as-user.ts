// Of whatever is installed here, also where that is root's.
const reading = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];

/** What begins the command line of a program that is to be that user's. */
export function asUser(uid: number): string[] {
  if (uid === 0) return [];
  return ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", ...reading];
}
