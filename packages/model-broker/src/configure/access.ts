import { z } from "zod";

/** How a run that was opened with a token is reached. */
export const accessSchema = z.strictObject({
  /** Holds the token, until the run is closed. */
  token_file: z.string(),
  /** Of this machine's loopback; null: it was not opened by tcp. */
  port: z.number().int().nullable(),
});
export type Access = z.output<typeof accessSchema>;
