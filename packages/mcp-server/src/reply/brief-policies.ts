import { withEach } from "./with-each.ts";

/** What a model may have to reckon with; mounts, namespaces and limits fill 3,000 characters of each result. */
const shown = ["boundary", "network", "hosts", "not_carried_over"];

/** A JSON value in which the policy of a confined run says as much as a model needs: run.json has all of it. */
export function briefPolicies(value: unknown): unknown {
  return withEach(value, "policy", (inner) => (isReceipt(inner) ? brief(inner) : undefined));
}

function isReceipt(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && "mounts" in value;
}

function brief(receipt: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(shown.flatMap((key) => (key in receipt ? [[key, receipt[key]]] : [])));
}
