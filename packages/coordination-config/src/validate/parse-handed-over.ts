import { parseOrThrow } from "@retinue/errors";
import { CoordinationConfigError } from "../coordination-config-error.ts";
import { handedOverSchema, type HandedOverSettings } from "../schema/handed-over.ts";

/** @throws CoordinationConfigError INVALID_COORDINATION naming every key of a wrong type. */
export function parseHandedOver(coordination: unknown): HandedOverSettings {
  return parseOrThrow(
    handedOverSchema,
    coordination,
    (problems, cause) =>
      new CoordinationConfigError(
        "INVALID_COORDINATION",
        `the parent's coordination settings are not valid:\n  ${problems.join("\n  ")}`,
        { remedy: "Correct the named keys, or leave them out.", details: { problems }, cause },
      ),
  );
}
