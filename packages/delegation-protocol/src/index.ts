export { DelegationProtocolError, type DelegationProtocolErrorCode } from "./delegation-protocol-error.ts";
export { delegationFiles } from "./message/file-names.ts";
export { heartbeatMs } from "./message/heartbeat.ts";
export { parseMessage, type Parsed } from "./message/parse-message.ts";
export { newResponse, type Outcome } from "./message/new-response.ts";
export { delegationReceiptSchema } from "./message/receipt.ts";
export { delegationRequestSchema, maxMessageBytes, type DelegationRequest } from "./message/request.ts";
export {
  delegationResponseSchema,
  type DelegationResponse,
  type DelegationStatus,
} from "./message/response.ts";
