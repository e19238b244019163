import { z } from "zod";
import { routesSchema } from "../configure/route.ts";

const pem = z.string().includes("-----BEGIN ", { message: "is no PEM" });
const port = z.number().int().min(0).max(65_535);

/** A broker that is asked from other machines: by runs, each with its token, and by their owner, with a secret. */
export const networkSchema = z.strictObject({
  host: z.string().default("0.0.0.0"),
  port: port.default(8484).describe("Runs ask their models here"),
  controlPort: port.default(8485).describe("Their owner opens and closes them here"),
  certificate: pem.describe("Of the name retinue-broker"),
  key: pem,
  secret: z.string().min(32, "has less than 32 characters").max(4096).describe("The owner shows it"),
  routes: routesSchema.describe(
    "All that may be opened: an owner says which of these, never where they lead",
  ),
  keys: z.record(z.string(), z.string()).describe("By the name of the route; they stay here"),
});
export type Network = z.input<typeof networkSchema>;
