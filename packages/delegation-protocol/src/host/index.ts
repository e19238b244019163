export { claimRequest, type Claim } from "./claim-request.ts";
export { decide, decidedResponse } from "./decide.ts";
export { isCancelRequested, listOutbox, type OutboxListing } from "./list-outbox.ts";
export { mark } from "./mark.ts";
export { closeExchange, openExchange, type Exchange } from "./open-exchange.ts";
export { publish, type Publication } from "./publish.ts";
export { readRequest, type SpooledRequest } from "./read-request.ts";
export { spoolEntries, sweepSpool, type SpoolEntry, type SpoolStage } from "./spool-entries.ts";
