import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One thing that the product has to do, as `requirements/*.json` lists it. */
export interface Requirement {
  readonly id: string;
  readonly kind: "requirement" | "scenario" | "rule";
  readonly text: string;
  readonly source: string;
  /** What of it does not hold yet, where it is met in part; the README of @retinue/runtime lists these. */
  readonly missing?: string;
}

/** All requirements. @throws Error when an id is there twice. */
export function readManifest(directory: string): Requirement[] {
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  const all = files.flatMap(
    (name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as Requirement[],
  );
  const twice = all.find(({ id }, index) => all.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined)
    throw new Error(`${twice.id} is twice in ${directory}: give one of them another id`);
  return all;
}
