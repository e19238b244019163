import { parseOrThrow } from "@retinue/errors";
import { ModelBrokerError } from "../model-broker-error.ts";
import { invalidInput } from "./open-run.ts";
import { routesSchema, type Routes } from "./route.ts";

/**
 * The keys of routes, by the route's name, from the variables that they name.
 *
 * @throws ModelBrokerError INVALID_INPUT; NO_KEY, naming the variable that is missing.
 */
export function keysOf(
  routes: Routes,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(parseOrThrow(routesSchema, routes, invalidInput));
  return Object.fromEntries(
    entries.flatMap(([name, { key_env: variable }]) => {
      if (variable === undefined) return [];
      const key = environment?.[variable]?.trim() ?? "";
      if (key !== "") return [[name, key]];
      throw new ModelBrokerError("NO_KEY", `the route ${name} has no key: ${variable} is not set`, {
        remedy: `Set ${variable} where this host's program is started.`,
        details: { route: name, variable },
      });
    }),
  );
}
