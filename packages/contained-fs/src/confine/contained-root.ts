import { closeSync, lstatSync, openSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { containmentInForce, openAsPlace, type Containment } from "./containment-in-force.ts";
import { failure, failureOf } from "./failure.ts";
import { pathComponents } from "./path-components.ts";

/** A directory that was opened: `at` is the prefix under which its entries are reached. */
export interface OpenDirectory {
  readonly at: string;
  readonly descriptor: number | undefined;
}

/** An open root: what is read beneath it stays beneath it. `using`, `closeRoot` or `withRoot` closes it. */
export interface ContainedRoot extends Disposable {
  /** Absolute, as the caller named it. */
  readonly path: string;
  readonly containment: Containment;
  /** Directories that were walked to, by relative path; theirs are the descriptors to close. */
  readonly directories: Map<string, OpenDirectory>;
}

export interface RootOptions {
  /** Default: what is in force. `lstat` may be asked for where the walk would be possible. */
  readonly containment?: Containment;
  /**
   * A directory above the root, absolute, from which it is walked to: the names in between may be changed by
   * somebody hostile as well. Default: every name but the root's own is trusted.
   */
  readonly from?: string;
}

// Enough for one subagent's log; beyond it the oldest descriptor is closed.
const maxOpenDirectories = 64;

/**
 * Opens a directory as a root. Its own path is trusted, except that the last component may not be
 * a link. Close it: it is disposable.
 *
 * @throws ContainedFsError NOT_FOUND, NOT_A_DIRECTORY, LINK_REFUSED, NOT_PERMITTED; OUTSIDE_ROOT when the
 * path does not lie beneath `from`.
 */
export function openRoot(path: string, options: RootOptions = {}): ContainedRoot {
  const absolute = resolve(path);
  const { containment = containmentInForce(), from } = options;
  const root =
    from === undefined
      ? openDirectory(absolute, absolute, containment)
      : openBeneath(resolve(from), absolute, containment);
  return rootAt(absolute, containment, root);
}

/** The root that an open directory is. */
export function rootAt(path: string, containment: Containment, own: OpenDirectory): ContainedRoot {
  const directories = new Map([["", own]]);
  const root = { path, containment, directories, [Symbol.dispose]: () => closeRoot(root) };
  return root;
}

function openBeneath(from: string, absolute: string, containment: Containment): OpenDirectory {
  const way = relative(from, absolute).split(sep).join("/");
  using above = openRoot(from, { containment });
  // The dot: the name itself is a link of /proc, and links are not followed.
  return openDirectory(`${directoryWithin(above, pathComponents(way))}/.`, absolute, containment);
}

/** Closes every descriptor of the root. The root cannot be used afterwards. */
export function closeRoot(root: ContainedRoot): void {
  for (const { descriptor } of root.directories.values()) {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  root.directories.clear();
}

/** Opens a root, hands it on, and closes it whatever happens. */
export function withRoot<T>(path: string, use: (root: ContainedRoot) => T, options?: RootOptions): T {
  using root = openRoot(path, options);
  return use(root);
}

/**
 * The prefix under which the entries of a directory beneath the root are reached. It is valid until
 * the next call for the same root.
 */
export function directoryWithin(root: ContainedRoot, components: readonly string[]): string {
  let key = components.join("/");
  const cached = root.directories.get(key);
  if (cached !== undefined) return cached.at;
  let directory = root.directories.get("");
  if (directory === undefined) throw failure("IO_ERROR", root.path, new Error("the root is closed"));
  key = "";
  for (const component of components) {
    key = key === "" ? component : `${key}/${component}`;
    const next = root.directories.get(key);
    directory =
      next ?? openDirectory(`${directory.at}/${component}`, `${root.path}/${key}`, root.containment);
    if (next === undefined) keep(root, key, directory);
  }
  return directory.at;
}

/**
 * The place of an entry beneath the root, whose directory is walked to; valid like `directoryWithin`. `undefined`
 * for the root itself, which has no name.
 */
export function placeWithin(root: ContainedRoot, path: string): string | undefined {
  const components = pathComponents(path);
  const name = components.pop();
  return name === undefined ? undefined : `${directoryWithin(root, components)}/${name}`;
}

function keep({ directories }: ContainedRoot, key: string, directory: OpenDirectory): void {
  directories.set(key, directory);
  if (directories.size <= maxOpenDirectories) return;
  for (const [oldest, { descriptor }] of directories) {
    if (oldest === "") continue;
    if (descriptor !== undefined) closeSync(descriptor);
    directories.delete(oldest);
    return;
  }
}

/** Opens a directory whose own directory was walked to; a link is refused. */
export function openDirectory(at: string, shown: string, containment: Containment): OpenDirectory {
  try {
    if (containment === "walk") {
      const descriptor = openSync(at, openAsPlace);
      return { at: `/proc/self/fd/${descriptor}`, descriptor };
    }
    const found = lstatSync(at);
    if (found.isSymbolicLink()) throw failure("LINK_REFUSED", shown);
    if (!found.isDirectory()) throw failure("NOT_A_DIRECTORY", shown);
    return { at, descriptor: undefined };
  } catch (error) {
    // A link is reported as ENOTDIR, because only directories were asked for.
    const isLink = (error as NodeJS.ErrnoException).code === "ENOTDIR" && isSymbolicLink(at);
    throw isLink ? failure("LINK_REFUSED", shown, error) : failureOf(error, shown);
  }
}

function isSymbolicLink(at: string): boolean {
  try {
    return lstatSync(at).isSymbolicLink();
  } catch {
    return false;
  }
}
