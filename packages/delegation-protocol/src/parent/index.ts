export { awaitResponse, type AwaitOptions } from "./await-response.ts";
export { forgetExchange } from "./forget-exchange.ts";
export { hasHeartbeat } from "./has-heartbeat.ts";
export { readReceipt } from "./read-receipt.ts";
export { requestCancel } from "./request-cancel.ts";
export { writeRequest } from "./write-request.ts";
