/** `@scope/name` of `@scope/name/sub`, `name` of `name/sub`. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
