export type { ReceivedPoint, ReceivedSpan } from "./read-otlp-json.ts";
export { startOtlpReceiver, type OtlpReceiver, type OtlpReceiverOptions } from "./start-otlp-receiver.ts";
