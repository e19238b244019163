export type { AgentDetail, AgentRound, AgentVote, DraftNews, RunDetail } from "./contract/run-detail.ts";
export type { BoundedText, LogNews, RunAccount } from "./contract/run-account.ts";
export type { ActionDone, ActionRefused, RunAction, RunActions } from "./contract/run-action.ts";
export type { RowsNews, RunRow } from "./contract/run-row.ts";
