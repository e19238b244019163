export { DelegationProtocolError, type DelegationProtocolErrorCode } from "./delegation-protocol-error.ts";
export { delegationFiles } from "./message/file-names.ts";
export { newResponse, type Outcome } from "./message/new-response.ts";
export { delegationRequestSchema, maxMessageBytes, type DelegationRequest } from "./message/request.ts";
export {
  delegationResponseSchema,
  type DelegationResponse,
  type DelegationStatus,
} from "./message/response.ts";
