import type { VendorRequest } from "./vendor-request.ts";
import type { VendorReply, VendorStep } from "./vendor-step.ts";

/** What a server does: steps that are used up, or one function for all requests. */
export type VendorScript =
  | { readonly steps: readonly VendorStep[] }
  /** Undefined: no reply is meant for this request. A promise: the reply takes its time. */
  | { readonly respond: (request: VendorRequest) => VendorReply | undefined | Promise<VendorReply> };

interface Taken {
  readonly reply: VendorReply | Promise<VendorReply>;
  readonly after: Promise<unknown> | undefined;
}

/** Hands out the steps of a script, and knows in the end whether all went as it says. */
export function script(wanted: VendorScript) {
  const unexpected: VendorRequest[] = [];
  const uses = "steps" in wanted ? wanted.steps.map((step) => ({ step, served: 0 })) : [];

  function find(request: VendorRequest): Taken | undefined {
    if ("respond" in wanted) {
      const reply = wanted.respond(request);
      return reply === undefined ? undefined : { reply, after: undefined };
    }
    const use = uses.find(
      ({ step, served }) => (served === 0 || step.repeat === true) && (step.when?.(request) ?? true),
    );
    if (use === undefined) return undefined;
    use.served++;
    const { reply, after } = use.step;
    return { reply: typeof reply === "function" ? reply(request) : reply, after };
  }

  return {
    take(request: VendorRequest): Taken | undefined {
      const taken = find(request);
      if (taken === undefined) unexpected.push(request);
      return taken;
    },
    assertConsumed(): void {
      const left = uses.flatMap(({ step, served }, index) =>
        served > 0 ? [] : [`step ${index} was not used: ${JSON.stringify(step.reply)}`],
      );
      const surplus = unexpected.map(
        ({ protocol, model, last }) =>
          `no step for ${protocol} ${model}: ${JSON.stringify(last.slice(-300))}`,
      );
      const problems = [...left, ...surplus];
      if (problems.length > 0) throw new Error(`vendor API: ${problems.join("\n")}`);
    },
  };
}
