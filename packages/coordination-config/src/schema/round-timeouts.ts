import { z } from "zod";

const seconds = z.number().positive().nullish();

/** Limits of the rounds inside a team, in seconds; null and absent mean none. */
export const roundTimeoutsSchema = z
  .looseObject({
    initial_round_timeout_seconds: seconds.meta({
      description: "Seconds for an agent's first answer",
      examples: [300],
    }),
    subsequent_round_timeout_seconds: seconds.meta({
      description: "Seconds for each later round",
      examples: [120],
    }),
    round_timeout_grace_seconds: z
      .number()
      .min(0)
      .nullish()
      .meta({ description: "Seconds between asking to finish and stopping", examples: [30] }),
  })
  .meta({
    description: "Limits of the rounds inside a team",
    examples: [{ initial_round_timeout_seconds: 300, subsequent_round_timeout_seconds: 120 }],
  });
