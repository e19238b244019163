/**
 * The flags of a parent's subagent server, for a client of it that runs on the host itself: delegated
 * becomes isolated, since there is nothing to delegate to. Other flags stay as they are.
 */
export function hostSideArguments(flags: readonly string[]): string[] {
  const mode = valueOf(flags, "--runtime-mode");
  if (mode?.value !== "delegated") return [...flags];
  const isolated = flags.map((flag, at) =>
    at === mode.at ? (flag.startsWith("--runtime-mode=") ? "--runtime-mode=isolated" : "isolated") : flag,
  );
  const directory = valueOf(isolated, "--delegation-directory");
  if (directory === undefined) return isolated;
  return isolated.filter((_flag, at) => at < directory.from || at > directory.at);
}

function valueOf(flags: readonly string[], name: string) {
  const from = flags.findIndex((flag) => flag === name || flag.startsWith(`${name}=`));
  const flag = flags[from];
  if (flag === undefined) return undefined;
  if (flag !== name) return { from, at: from, value: flag.slice(name.length + 1) };
  return { from, at: from + 1, value: flags[from + 1] };
}
