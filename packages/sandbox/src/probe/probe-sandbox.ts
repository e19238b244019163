import type { PolicyReceipt } from "@retinue/engine-contract";
import { isRetinueError } from "@retinue/errors";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { SandboxPolicy } from "../policy/sandbox-policy.ts";
import { confinedCommand, type ConfineOptions } from "../wrap/confined-command.ts";
import { systemProgram } from "../wrap/programs.ts";
import { sandboxReceipt } from "../wrap/sandbox-receipt.ts";
import { remedyFor } from "./remedy-for.ts";

/** What a look from inside found. */
export type ProbeResult =
  | { readonly inForce: true; readonly receipt: PolicyReceipt }
  /** What is missing, and the one command that brings it where there is one. */
  | { readonly inForce: false; readonly found: string; readonly remedy: string };

/** Milliseconds; far more than it takes. */
const patience = 30_000;

/**
 * Makes a sandbox of this policy and looks from inside whether it holds: namespaces, rights, mounts, network, proxy.
 * Nothing else runs in it. Never rejects for what the machine lacks.
 *
 * @throws SandboxError INVALID_INPUT, PATH_MISSING.
 */
export async function probeSandbox(
  policy: SandboxPolicy,
  options: Pick<ConfineOptions, "bwrap"> = {},
): Promise<ProbeResult> {
  if (process.platform !== "linux") {
    const remedy = "Run it on Linux, or in a container with subagent_runtime_mode: delegated.";
    return { inForce: false, found: `there is no sandbox on ${process.platform}`, remedy };
  }
  const word = `in force ${randomUUID()}`;
  let command: string[];
  try {
    command = confinedCommand(policy, [], { ...options, word, dieWithParent: true });
  } catch (error) {
    if (!isRetinueError(error) || error.code !== "SANDBOX_UNAVAILABLE") throw error;
    return { inForce: false, found: error.message, remedy: error.remedy };
  }
  if ((policy.hosts ?? []).length > 0 && systemProgram("socat") === undefined) {
    return { inForce: false, found: "socat is not installed", remedy: "sudo apt-get install socat" };
  }
  const { stdout, stderr } = await ran(command);
  if (stdout === `${word}\n`) return { inForce: true, receipt: sandboxReceipt(policy) };
  const said =
    stderr
      .trim()
      .split("\n")
      .at(-1)
      ?.replace(/^retinue: /, "")
      .slice(0, 300) ?? "";
  const found = said === "" ? "bubblewrap ran nothing, and did not say why" : said;
  return { inForce: false, found, remedy: remedyFor(found) };
}

function ran([file = "", ...args]: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  return new Promise((resolve) => {
    execFile(
      file,
      args,
      { env, cwd: "/", timeout: patience, killSignal: "SIGKILL" },
      (error, stdout, stderr) =>
        resolve({
          stdout,
          stderr: stderr === "" && error !== null && stdout === "" ? error.message : stderr,
        }),
    );
  });
}
