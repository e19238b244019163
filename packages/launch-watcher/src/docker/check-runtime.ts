import type Docker from "dockerode";
import type { Protection } from "../contain/protection.ts";

/** The engine and its runtime: reachable, patched, and with a user namespace between it and root. */
export async function checkRuntime(docker: Docker): Promise<Protection[]> {
  try {
    const [version, info] = [await docker.version(), (await docker.info()) as { SecurityOptions?: string[] }];
    const runc = version.Components?.find(({ Name }) => Name === "runc")?.Version ?? "unknown";
    const options = (info.SecurityOptions ?? []).join(", ");
    return [
      { name: "the engine answers", ok: true, required: true, found: version.Version, remedy: "" },
      {
        name: "the runtime is patched",
        ok: isPatched(runc),
        required: false,
        found: `runc ${runc}`,
        remedy: "Update runc to 1.2.8, 1.3.3 or newer: older ones have known escapes.",
      },
      {
        name: "root in a container is nobody on the host",
        ok: /name=(userns|rootless)/.test(options),
        required: false,
        found: options,
        remedy: "Start dockerd with userns-remap, or rootless.",
      },
    ];
  } catch (error) {
    const found = (error as Error).message;
    const remedy = "Start the engine, and see that docker_socket names its socket.";
    return [{ name: "the engine answers", ok: false, required: true, found, remedy }];
  }
}

/** runc 1.2.8 and later of 1.2, 1.3.3 and later. */
export function isPatched(version: string): boolean {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  const [major = 0, minor = 0, patch = 0] = numbers.map(Number);
  if (major !== 1) return major > 1;
  return minor > 3 || (minor === 3 && patch >= 3) || (minor === 2 && patch >= 8);
}
