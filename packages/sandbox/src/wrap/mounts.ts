import { entryAt, isWithin } from "@retinue/contained-fs";
import { existsSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CheckedPolicy } from "../policy/sandbox-policy.ts";
import { homeSecrets, systemParts, systemPlaces, systemSecrets } from "../policy/system-places.ts";
import { SandboxError } from "../sandbox-error.ts";

/** What is seen at a path: a link, a directory in memory, an empty one, a file without content, or a part of the
 * host. */
export interface Mount {
  readonly target: string;
  readonly kind: "link" | "memory" | "empty" | "nothing" | "read" | "write";
  /** Of a part of the host, where it really is; of a link, where it leads. */
  readonly source?: string;
}

// Of two at one path the stronger word.
const order: readonly Mount["kind"][] = ["link", "memory", "empty", "nothing", "read", "write"];

/**
 * All that there is in a sandbox beside /proc and /dev, outermost first: a mount shows what lies beneath an earlier
 * one.
 *
 * @throws SandboxError PATH_MISSING.
 */
export function mountsOf(policy: CheckedPolicy): Mount[] {
  const { workspace, home, writable, readable, hidden, logins } = policy;
  const shown = [...readable, ...writable, workspace];
  const mounts: Mount[] = [
    ...systemPlaces.flatMap(systemMount),
    ...systemParts.filter((path) => existsSync(path)).map((path) => part(path, "read")),
    { target: "/tmp", kind: "memory" },
    { target: "/var/tmp", kind: "memory" },
    { target: home, kind: "memory" },
    ...[...systemSecrets, ...secretsShown(home, readable), ...hidden].flatMap(emptied),
    ...readable.map((path) => part(path, "read")),
    ...logins.map(({ source, target, write }) => ({ ...part(source, write ? "write" : "read"), target })),
    ...[...writable, workspace].map((path) => part(path, "write")),
  ];
  const isCovered = ({ target }: Mount) =>
    mounts.some(
      ({ kind, target: above }) => (kind === "read" || kind === "write") && isWithin(target, above),
    );
  return ordered([...mounts, ...shown.flatMap(linksTo).filter((link) => !isCovered(link))]);
}

/** By depth; of several at one path the last kind of `order`. */
function ordered(mounts: readonly Mount[]): Mount[] {
  const byTarget = new Map<string, Mount>();
  for (const mount of mounts.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    byTarget.set(mount.target, mount);
  }
  return [...byTarget.values()].toSorted((a, b) => depth(a.target) - depth(b.target));
}

function depth(path: string): number {
  return path.split("/").filter(Boolean).length;
}

function systemMount(path: string): Mount[] {
  const kind = entryAt(path)?.kind;
  if (kind === "link") return [{ target: path, kind: "link", source: readlinkSync(path) }];
  return kind === "directory" ? [{ target: path, kind: "read", source: path }] : [];
}

/** Those of a home that lie beneath what may be read as a whole. */
function secretsShown(home: string, readable: readonly string[]): string[] {
  return homeSecrets
    .map((name) => join(home, name))
    .filter((secret) => readable.some((path) => secret !== path && isWithin(secret, path)));
}

function emptied(path: string): Mount[] {
  if (!existsSync(path)) return [];
  const target = realpathSync(path);
  return [{ target, kind: entryAt(target)?.kind === "directory" ? "empty" : "nothing" }];
}

function part(path: string, kind: "read" | "write"): Mount {
  if (existsSync(path)) return { target: realpathSync(path), kind, source: realpathSync(path) };
  throw new SandboxError("PATH_MISSING", `The sandbox cannot be made: ${path} is not there`, {
    remedy: "Make it, or leave it out of the policy.",
    details: { path },
  });
}

/** A path that leads through a link of the host's leads the same way inside. */
function linksTo(path: string): Mount[] {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (entryAt(at)?.kind !== "link") continue;
    const isSystems = systemPlaces.some((place) => isWithin(at, place));
    const above = isSystems ? [] : linksTo(dirname(at));
    return isSystems ? [] : [...above, { target: at, kind: "link", source: realpathSync(at) }];
  }
  return [];
}
