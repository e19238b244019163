import type { PolicyReceipt } from "@retinue/engine-contract";
import { checkPolicy, type SandboxPolicy } from "../policy/sandbox-policy.ts";
import { mountsOf } from "./mounts.ts";

/** What is in force for a program in a sandbox of this policy, in the form of a container's receipt. */
export function sandboxReceipt(policy: SandboxPolicy): PolicyReceipt {
  const checked = checkPolicy(policy);
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  return {
    image: "",
    boundary: "bubblewrap",
    network: checked.hosts.length === 0 ? "none" : "hosts",
    hosts: checked.hosts,
    user: `${uid}:${gid}`,
    privileged: false,
    capabilities_added: [],
    capabilities_dropped: ["ALL"],
    security_options: ["no-new-privileges"],
    read_only_root: true,
    // Nothing beside what the host gives to the whole run.
    memory_bytes: 0,
    memory_and_swap_bytes: 0,
    cpus: 0,
    pids: 0,
    mounts: mountsOf(checked)
      .filter(({ kind }) => kind !== "link")
      .map(({ target, kind, source = "" }) => ({
        target,
        source,
        type: kind === "memory" || kind === "empty" ? "tmpfs" : "bind",
        read_only: kind !== "memory" && kind !== "write",
      })),
    working_directory: checked.workspace,
    ipc_namespace: "private",
    pid_namespace: "",
    uts_namespace: "",
    user_namespace: "private",
  };
}
