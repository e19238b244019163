import { z } from "zod";
import { ModelBrokerError } from "../model-broker-error.ts";
import { limitsSchema } from "./limits.ts";
import { routesSchema } from "./route.ts";

const name = z.string().regex(/^[\u0020-\u007e]{1,300}$/, "is no name of 1 to 300 printable characters");
// It becomes a header: nothing in it may end one.
const key = z.string().regex(/^[\u0021-\u007e]{1,4096}$/, "is no key: printable characters without spaces");

const absolute = z.string().startsWith("/", "is no absolute path");

/** What the owner of a run asks a broker for. The keys are never written anywhere. */
export const openRunSchema = z
  .strictObject({
    run: name.describe("The run, by a name that no other has"),
    parent: name.optional().describe("Who pays for it, with others"),
    routes: routesSchema,
    keys: z.record(z.string(), key).default({}).describe("By the name of the route"),
    limits: limitsSchema.prefault({}),
    token: z
      .boolean()
      .default(false)
      .describe("Who asks shows the token of the run, which is in a file of the broker's: `access` names it"),
    tcp: z.boolean().default(false).describe("It is also asked at a port of this machine's loopback"),
    token_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "is no SHA-256 in hexadecimal")
      .optional()
      .describe("It is asked over the network, by a token of its owner's of which this is the SHA-256"),
    log: absolute.optional().describe("File to which a line is added for each call that was made"),
    record: z
      .strictObject({
        path: absolute.describe("run.json of its subagent"),
        run: z.number().int().min(1).describe("Its number there"),
        lock: absolute.describe("Held by whoever writes run.json while this run has a broker"),
      })
      .optional()
      .describe("Where what it has spent is written as well, before an answer ends"),
    parent_limits: limitsSchema.prefault({ concurrency: 1024 }),
  })
  .refine(({ routes, keys }) => Object.keys(keys).every((route) => Object.hasOwn(routes, route)), {
    message: "holds a key of a route that is not there",
    path: ["keys"],
  })
  .refine(({ token, tcp }) => token || !tcp, {
    message: "is open to every user of this machine: take a token as well",
    path: ["tcp"],
  })
  .refine(({ token, token_sha256 }) => !token || token_sha256 === undefined, {
    message: "is given, and a token of the broker's is asked for: take one of them",
    path: ["token_sha256"],
  });
export type OpenRun = z.output<typeof openRunSchema>;
export type OpenRunInput = z.input<typeof openRunSchema>;

/** @throws ModelBrokerError INVALID_INPUT naming every wrong key. */
export function invalidInput(problems: readonly string[], cause: unknown): ModelBrokerError {
  return new ModelBrokerError("INVALID_INPUT", `not what a broker takes: ${problems.join("; ")}`, {
    remedy: "Correct the named values.",
    cause,
  });
}
