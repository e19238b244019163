import { z } from "zod";
import { ModelBrokerError } from "../model-broker-error.ts";
import { limitsSchema } from "./limits.ts";
import { routesSchema } from "./route.ts";

const name = z.string().regex(/^[\u0020-\u007e]{1,300}$/, "is no name of 1 to 300 printable characters");
// It becomes a header: nothing in it may end one.
const key = z.string().regex(/^[\u0021-\u007e]{1,4096}$/, "is no key: printable characters without spaces");

/** What the owner of a run asks a broker for. The keys are never written anywhere. */
export const openRunSchema = z
  .strictObject({
    run: name.describe("The run, by a name that no other has"),
    parent: name.optional().describe("Who pays for it, with others"),
    routes: routesSchema,
    keys: z.record(z.string(), key).default({}).describe("By the name of the route"),
    limits: limitsSchema.prefault({}),
    parent_limits: limitsSchema.prefault({ concurrency: 1024 }),
  })
  .refine(({ routes, keys }) => Object.keys(keys).every((route) => Object.hasOwn(routes, route)), {
    message: "holds a key of a route that is not there",
    path: ["keys"],
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
