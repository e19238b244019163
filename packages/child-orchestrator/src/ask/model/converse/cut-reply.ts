/** What to say of something that reached the limit of its length: to whoever reads the run, and to the model. */
export const cutReply = {
  reason: "was cut at the limit of its length: raise max_tokens (or max_output_tokens) of its backend",
  advice: "it was cut at the limit of its length: be shorter",
} as const;
