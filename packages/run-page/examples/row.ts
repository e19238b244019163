import type { RunRow } from "@retinue/run-page";

/** A row of the list, as the server tells it. */
export const row: RunRow = {
  key: "0123456789abcdef.review",
  id: "review",
  status: "running",
  view: { subagent_id: "review", status: "running", task: "Review the licences." },
  goesOn: true,
  isOwned: true,
  canContinue: false,
};
