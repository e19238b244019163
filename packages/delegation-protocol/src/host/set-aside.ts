import { ContainedFsError, renameNewWithin, renameWithin, type ContainedRoot } from "@retinue/contained-fs";

/** The name of a request, or of a receipt, that was set aside. */
const asidePattern = /^\.((?:request|receipt)_.+\.json)\.[a-z0-9]+\.aside$/;

/**
 * Gives what has a name in the outbox a name of the host's own, at which nothing comes that the parent puts
 * there later. Undefined when there is nothing.
 */
export function setAside(root: ContainedRoot, name: string): string | undefined {
  const own = `${process.pid.toString(36)}${Math.random().toString(36).slice(2, 10)}`;
  const aside = `.${name}.${own}.aside`;
  try {
    renameWithin(root, name, aside);
    return aside;
  } catch (error) {
    if (error instanceof ContainedFsError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

/** What was called so before it was set aside; undefined for other names. */
export function nameBefore(aside: string): string | undefined {
  return asidePattern.exec(aside)?.[1];
}

/** Gives it its name again. Where the parent has put a newer one meanwhile, it stays aside for the next host. */
export function putBack(root: ContainedRoot, aside: string): void {
  renameNewWithin(root, aside, nameBefore(aside) ?? aside);
}
