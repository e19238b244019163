import { z } from "zod";
import type { Json, Need } from "./model-api.ts";

// What stands in requests of several APIs.

export const text = z.string().nullish();
export const number = z.number().nullish();
export const flag = z.boolean().nullish();
/** Schemas and arguments of the client's own tools: data for the model, which no server acts on. */
export const opaque = z.unknown();
export const positive = z.number().int().min(1).max(10_000_000).nullish();

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list, with their place in it. */
export function* objectsIn(value: unknown, where: string): Generator<readonly [Json, string]> {
  if (!Array.isArray(value)) return;
  for (const [index, each] of value.entries()) if (isObject(each)) yield [each, `${where}[${index}]`];
}

/** A picture in the request itself needs nothing; one at an address is fetched by the vendor. */
export function* addressNeeds(address: unknown, where: string): Generator<Need> {
  if (typeof address === "string" && !address.startsWith("data:")) yield { grant: "urls", where };
}

export function* fileNeeds(id: unknown, where: string): Generator<Need> {
  if (id !== undefined && id !== null) yield { grant: "files", where };
}

/** A tier that the list of prices does not know. */
export function* tierNeeds(tier: unknown): Generator<Need> {
  const usual = ["default", "standard", "standard_only", "flex", "auto"];
  if (typeof tier === "string" && !usual.includes(tier))
    yield { grant: "service_tiers", where: "service_tier" };
}
