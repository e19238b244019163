import { isDeepStrictEqual } from "node:util";
import { parseOrThrow } from "@retinue/errors";
import { invalidInput, openRunSchema, type OpenRun } from "../configure/open-run.ts";
import type { Routes } from "../configure/route.ts";

/** What an owner elsewhere cannot say: it is of the broker's own machine. */
const ofMachine = ["token", "tcp", "log", "record"] as const;

/**
 * What is opened for an owner elsewhere: routes of the broker's alone, with its keys, and a file of its own for the calls.
 * Whoever has the secret can spend what the routes allow, and send a key nowhere else.
 *
 * @throws ModelBrokerError INVALID_INPUT.
 */
export function openOfNetwork(
  given: unknown,
  own: { readonly routes: Routes; readonly keys: Readonly<Record<string, string>> },
  callsOf: (run: string) => string,
): OpenRun {
  const wanted = parseOrThrow(openRunSchema, given, invalidInput);
  const problems = [
    ...(wanted.token_sha256 === undefined ? ["token_sha256: is missing"] : []),
    ...ofMachine
      .filter((name) => Boolean(wanted[name]))
      .map((name) => `${name}: is not taken over the network`),
    ...(Object.keys(wanted.keys).length === 0 ? [] : ["keys: this broker has its own"]),
    ...Object.entries(wanted.routes).flatMap(([name, route]) => routeProblem(name, route, own.routes)),
  ];
  if (problems.length > 0) throw invalidInput(problems, undefined);
  const keys = Object.entries(own.keys).filter(([name]) => Object.hasOwn(wanted.routes, name));
  return { ...wanted, keys: Object.fromEntries(keys), log: callsOf(wanted.run) };
}

function routeProblem(name: string, { models, ...wanted }: Routes[string], own: Routes): string[] {
  const known = Object.hasOwn(own, name) ? own[name] : undefined;
  if (known === undefined) return [`routes.${name}: this broker has no such route`];
  const { models: offered, ...rest } = known;
  if (!isDeepStrictEqual(rest, wanted))
    return [`routes.${name}: is another one here; give watcher and broker the same file`];
  return models
    .filter((model) => !offered.includes(model))
    .map((model) => `routes.${name}.models: ${model} is none of this broker's`);
}
