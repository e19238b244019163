import { parseOrThrow } from "@retinue/errors";
import { isAbsolute, normalize } from "node:path";
import { z } from "zod";
import { SandboxError } from "../sandbox-error.ts";

const path = z
  .string()
  .refine((text) => isAbsolute(text) && normalize(text) === text, "must be an absolute path without .. in it")
  .refine((text) => !/[\0\n]/.test(text), "must not hold line ends");
/** One of this machine's loopback is listened for at its own port inside, without any right to the low ones. */
const canBeBridged = (host: string) =>
  !/^(localhost|\[::1\]|127\.[0-9.]+):/i.test(host) || Number(host.slice(host.lastIndexOf(":") + 1)) >= 1024;

const paths = z.array(path).default([]);

/** What a confined program may reach. Whatever no part of it names is not there for it. */
export const sandboxPolicySchema = z.strictObject({
  workspace: path.describe("Where it runs; writable"),
  home: path.describe("Its HOME: empty, kept in memory, with what `logins` put into it"),
  writable: paths.describe("Further directories that it may write to"),
  readable: paths.describe("Files and directories that it may read, beside the system's own programs"),
  hidden: paths.describe(
    "Empty for it though they lie beneath something readable; what is named beneath shows",
  ),
  logins: z
    .array(z.strictObject({ source: path, target: path, write: z.boolean().default(false) }))
    .default([])
    .describe("Files and directories of the host's, `source`, that it sees at `target`"),
  hosts: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z0-9.[\]:-]+:[0-9]{1,5}$/, "must be HOST:PORT")
        .refine(canBeBridged, "must be a port from 1024 on: nobody may listen on a lower one in a sandbox"),
    )
    .default([])
    .transform((hosts) => [...new Set(hosts.map((host) => host.toLowerCase()))].toSorted())
    .describe(
      "All of the network that it reaches, by a proxy; one of this machine's loopback by its port. Empty: none",
    ),
  environment: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
    .default({})
    .describe("Added to its environment; not for secrets, everybody sees them in the list of processes"),
});
export type SandboxPolicy = z.input<typeof sandboxPolicySchema>;
export type CheckedPolicy = z.output<typeof sandboxPolicySchema>;

/** @throws SandboxError INVALID_INPUT naming every problem. */
export function checkPolicy(policy: unknown): CheckedPolicy {
  return parseOrThrow(
    sandboxPolicySchema,
    policy,
    (problems, cause) =>
      new SandboxError("INVALID_INPUT", `The policy of the sandbox is not valid: ${problems.join("; ")}`, {
        remedy: "Correct the named parts; nothing was started.",
        cause,
      }),
  );
}
