import { parseOrThrow } from "@retinue/errors";
import { CoordinationConfigError } from "../coordination-config-error.ts";
import { inheritedSchema, type InheritedSettings } from "../schema/inherited.ts";

/** @throws CoordinationConfigError INVALID_COORDINATION naming every key of a wrong type. */
export function parseInherited(coordination: unknown): InheritedSettings {
  return parseOrThrow(
    inheritedSchema,
    coordination,
    (problems, cause) =>
      new CoordinationConfigError(
        "INVALID_COORDINATION",
        `the parent's coordination settings are not valid:\n  ${problems.join("\n  ")}`,
        { remedy: "Correct the named keys, or leave them out.", details: { problems }, cause },
      ),
  );
}
