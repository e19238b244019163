import { existsSync, linkSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** The name of a request that was set aside. */
const asidePattern = /^\.(request_.+\.json)\.[a-z0-9]+\.aside$/;

/**
 * Gives what has a name in the outbox a name of the host's own, at which nothing comes that the parent puts
 * there later. Undefined when there is nothing.
 */
export function setAside(outbox: string, name: string): string | undefined {
  const own = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  const aside = `.${name}.${own}.aside`;
  try {
    renameSync(join(outbox, name), join(outbox, aside));
    return aside;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** What was called so before it was set aside; undefined for other names. */
export function nameBefore(aside: string): string | undefined {
  return asidePattern.exec(aside)?.[1];
}

/** Gives it its name again. Where the parent has put a newer one meanwhile, it stays aside for the next host. */
export function putBack(outbox: string, aside: string): void {
  const [from, to] = [join(outbox, aside), join(outbox, nameBefore(aside) ?? aside)];
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch {
    // A directory, or a file system without links.
    if (!existsSync(to)) renameSync(from, to);
  }
}

/** Unlinks whatever has the name; never what lies inside it. */
export function remove(path: string): void {
  for (const attempt of [unlinkSync, rmdirSync]) {
    try {
      attempt(path);
      return;
    } catch {
      // A directory, or gone.
    }
  }
}
