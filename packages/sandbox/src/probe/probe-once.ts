import { entryAt } from "@retinue/contained-fs";
import { checkPolicy, type SandboxPolicy } from "../policy/sandbox-policy.ts";
import { sandboxReceipt } from "../wrap/sandbox-receipt.ts";
import { mountsOf } from "../wrap/mounts.ts";
import type { ConfineOptions } from "../wrap/confined-command.ts";
import { systemProgram } from "../wrap/programs.ts";
import { probeSandbox, type ProbeResult } from "./probe-sandbox.ts";
import { settingsInForce } from "./remedy-for.ts";

/** Milliseconds for which what held is taken to hold: what no key of it shows may have changed. */
const rememberedFor = 600_000;

const held = new Map<string, { readonly since: number; readonly probe: Promise<ProbeResult> }>();

/**
 * As `probeSandbox`; what held a moment ago, by the same programs, settings and file systems, is not tried again: that
 * takes as long as the run's own sandbox, whose gate looks all the same. What did not hold is never remembered.
 *
 * @throws SandboxError INVALID_INPUT, PATH_MISSING.
 */
export async function probeOnce(
  policy: SandboxPolicy,
  options: Pick<ConfineOptions, "bwrap"> = {},
): Promise<ProbeResult> {
  const key = makings(policy, options);
  const known = held.get(key);
  const isFresh = known !== undefined && performance.now() - known.since < rememberedFor;
  const probe = isFresh ? known.probe : probeSandbox(policy, options);
  if (!isFresh) held.set(key, { since: performance.now(), probe });
  try {
    const found = await probe;
    if (found.inForce) return { inForce: true, receipt: sandboxReceipt(policy) };
    held.delete(key);
    return found;
  } catch (error) {
    held.delete(key);
    throw error;
  }
}

/** What of a machine and a policy a sandbox depends on. */
function makings(
  policy: SandboxPolicy,
  { bwrap = systemProgram("bwrap") }: Pick<ConfineOptions, "bwrap">,
): string {
  const checked = checkPolicy(policy);
  const programs = [bwrap, checked.hosts.length === 0 ? undefined : systemProgram("socat")];
  const fileSystems = mountsOf(checked).flatMap(({ source, kind }) =>
    source === undefined || kind === "link" ? [] : [`${kind} ${entryAt(source)?.device}`],
  );
  return JSON.stringify([
    programs.map((path) => path !== undefined && [path, entryAt(path)]),
    settingsInForce(),
    [...new Set(fileSystems)].toSorted(),
  ]);
}
