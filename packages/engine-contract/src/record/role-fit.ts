import { z } from "zod";

/** What of its role's needs a run's team gives: `read`, `write`, `shell`, `web`, `skills`. */
export const roleFitSchema = z
  .object({
    met: z.array(z.string()).describe("Every agent of its team has it"),
    unmet: z.array(z.string()).describe("Some agent has it not, or it is not known; the warning says why"),
  })
  .describe("Which needs of its role are met");
export type RoleFit = z.infer<typeof roleFitSchema>;
