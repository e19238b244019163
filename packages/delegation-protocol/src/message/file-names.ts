import { isId } from "@retinue/engine-contract";

/** The files of one subagent in the shared directory. The id has to have been checked. */
export const delegationFiles = {
  request: (subagentId: string) => `request_${subagentId}.json`,
  response: (subagentId: string) => `response_${subagentId}.json`,
  /** Ours; there before the run begins. MassGen's sides pass it over. */
  receipt: (subagentId: string) => `receipt_${subagentId}.json`,
  /** Empty; it is there when the parent wants the run stopped. */
  cancel: (subagentId: string) => `cancel_${subagentId}`,
};

export interface NamedMessage {
  readonly kind: "request" | "cancel";
  readonly subagentId: string;
}

/** What a name in the shared directory announces to the host; undefined for anything else. */
export function messageNamed(name: string): NamedMessage | undefined {
  const [, asked, cancelled] = /^(?:request_(.+)\.json|cancel_(.+))$/.exec(name) ?? [];
  const subagentId = asked ?? cancelled;
  if (!isId(subagentId)) return undefined;
  return { kind: asked === undefined ? "cancel" : "request", subagentId };
}
