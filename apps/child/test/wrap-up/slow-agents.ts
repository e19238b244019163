import type { VendorRequest, VendorScript } from "@retinue/testkit/vendor-api";

const usage = { inputTokens: 1000, outputTokens: 9 };

export const isTold = ({ text }: VendorRequest): boolean => text.includes("Your time is up");

/** Goes on for longer than there is time, until it is told to finish. */
export const slow: VendorScript = {
  respond: (request) =>
    isTold(request)
      ? { text: "Forty-two, in short.", usage }
      : { text: "Six times seven is, as far as I have come, ", usage, hang: true },
};

/** Of a run of 24 or 25 s: its agents are told after four or five. */
export const wrapUp = { subagent_wrap_up_seconds: 20 };
