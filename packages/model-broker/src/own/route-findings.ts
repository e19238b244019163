import type { Finding } from "@retinue/errors";
import type { Route } from "../configure/route.ts";
import { ModelBrokerError } from "../model-broker-error.ts";
import type { callModel } from "./call-model.ts";

/** What a call to a route has shown. */
export function answerOf(
  what: Pick<Finding, "name">,
  { upstream, models: [model = ""] }: Route,
  { ok, said }: Awaited<ReturnType<typeof callModel>>,
): Finding {
  if (ok) return { ...what, ok, found: `${model}: ${said}` };
  const remedy = `See that ${upstream} can be reached, takes the key, and knows ${model}.`;
  return { ...what, ok, found: `${model}: ${said}`, remedy };
}

/** What kept a look at it from being taken. Throws what is nobody's refusal. */
export function failureOf(error: unknown): Omit<Finding, "name"> {
  if (!(error instanceof ModelBrokerError)) throw error;
  return { ok: false, found: error.message, remedy: error.remedy };
}
