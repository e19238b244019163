import { valueOf, type Environment } from "./exporters.ts";

const onSpans = new Set(["true", "span_only", "span_and_event"]);

/** Whether tasks, answers and arguments of tools may be in spans: only where that is asked for. */
export function capturesContent(environment: Environment): boolean {
  const asked = valueOf(environment, "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT");
  return asked !== undefined && onSpans.has(asked.toLowerCase());
}
