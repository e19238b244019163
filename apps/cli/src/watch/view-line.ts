import { budgetText, type SimplifiedStatus } from "@retinue/status-model";

/** The simplified view of a run, or what a list says of it: that one knows more statuses, as `cancelled`. */
export type ShownStatus = Omit<SimplifiedStatus, "status"> & { readonly status: string };

/** `review  running  enforcement  75 %  31.4 s  4,800 in, 600 out, 0 USD`; what is unknown is left out. */
export function viewLine(view: ShownStatus): string {
  const {
    subagent_id,
    status,
    phase,
    completion_percentage,
    elapsed_seconds,
    token_usage = {},
    budget,
  } = view;
  const { input_tokens, output_tokens, estimated_cost } = token_usage;
  const usage = [
    input_tokens === undefined ? "" : `${input_tokens.toLocaleString("en")} in`,
    output_tokens === undefined ? "" : `${output_tokens.toLocaleString("en")} out`,
    estimated_cost === undefined ? "" : `${estimated_cost} USD`,
  ];
  const parts = [
    subagent_id,
    status,
    phase ?? "",
    completion_percentage === undefined ? "" : `${completion_percentage} %`,
    elapsed_seconds === undefined ? "" : `${elapsed_seconds.toFixed(1)} s`,
    usage.filter((part) => part !== "").join(", "),
    budget === undefined ? "" : `spent ${budgetText(budget)}`,
  ];
  return parts.filter((part) => part !== "").join("  ");
}
