import { failure } from "./failure.ts";

// There a component could name a drive or hold further separators.
const separates = process.platform === "win32" ? /[\\:/\0]/ : /[/\0]/;

/**
 * The components of a path relative to a root; none for `""`, which is the root itself.
 *
 * @throws ContainedFsError OUTSIDE_ROOT for `..` and absolute paths, INVALID_PATH for empty
 * components, `.` and NUL.
 */
export function pathComponents(path: string): string[] {
  if (path === "") return [];
  if (path.startsWith("/")) throw failure("OUTSIDE_ROOT", path);
  const components = path.split("/");
  for (const component of components) {
    if (component === "..") throw failure("OUTSIDE_ROOT", path);
    if (component === "" || component === "." || separates.test(component)) {
      throw failure("INVALID_PATH", path);
    }
  }
  return components;
}

/** Whether a name that somebody else chose may be used as one component of a path. */
export function isPathComponent(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && name.length <= 255 && !separates.test(name);
}
