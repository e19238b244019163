import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from "@opentelemetry/resources";
import type { Sender } from "./open-exporters.ts";

/** Who sends, as `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` have it, else by the program's name. */
export function senderResource({ name, version }: Sender): Resource {
  const own = resourceFromAttributes({ "service.name": name, "service.version": version });
  return own.merge(detectResources({ detectors: [envDetector] }));
}
