import type { ContainedRoot } from "@retinue/contained-fs";

/** What has been read beneath one root so far. */
interface Used {
  /** Files and directories that were looked for; a long path counts as several. */
  looks: number;
  entries: number;
  bytes: number;
}

/**
 * What a recovery reads beneath one root at most. A child can name and make as many places as it likes, and a
 * server does nothing else while it looks at them. Recorded runs need some 50 looks, 100 entries and 30 KB.
 */
const most: Readonly<Used> = { looks: 1000, entries: 20_000, bytes: 16 * 1024 * 1024 };

const used = new WeakMap<ContainedRoot, Used>();

/** Components that are walked to as quickly as a file is opened. */
const componentsOfLook = 8;

/** Takes one look at a path beneath the root, if there is one left. */
export function mayLook(root: ContainedRoot, path: string): boolean {
  return allowance(root, "looks", Math.ceil(path.split("/").length / componentsOfLook)) > 0;
}

/** What is left of one of the three, at least 0; `spent` is what was used of it now. */
export function allowance(root: ContainedRoot, of: keyof Used, spent = 0): number {
  let count = used.get(root);
  if (count === undefined) used.set(root, (count = { looks: 0, entries: 0, bytes: 0 }));
  count[of] += spent;
  return Math.max(0, most[of] - count[of]);
}
