import { entryAt } from "@retinue/contained-fs";
import { fileURLToPath } from "node:url";
import { SandboxError } from "../sandbox-error.ts";

/** Where a system keeps its programs; no PATH, which a project might lengthen. */
const places = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];

/** Path of a program of the system's; undefined where it is not installed. */
export function systemProgram(name: string): string | undefined {
  return places.map((place) => `${place}/${name}`).find((path) => entryAt(path) !== undefined);
}

/**
 * A file of the folder `confine`: two above this one, in src, in dist and in a bundle.
 *
 * @throws SandboxError SANDBOX_UNAVAILABLE.
 */
export function confineFile(name: "gate.sh" | "enter.sh" | "proxy.mjs"): string {
  const path = fileURLToPath(new URL(`../../confine/${name}`, import.meta.url));
  if (entryAt(path) !== undefined) return path;
  throw new SandboxError("SANDBOX_UNAVAILABLE", `The sandbox's own file is not at ${path}`, {
    remedy: "Install the package again.",
  });
}
