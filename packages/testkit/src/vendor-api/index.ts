export type { VendorScript } from "./script.ts";
export { startVendorApi, type VendorApi } from "./start-vendor-api.ts";
export type { VendorMessage, VendorProtocol, VendorRequest } from "./vendor-request.ts";
export type { VendorReply, VendorStep, VendorToolCall, VendorUsage } from "./vendor-step.ts";
