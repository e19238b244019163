import { environmentNames } from "@retinue/engine-contract";

/** In a container of the host's a program makes no sandbox, and needs none: no network, and only what is mounted for it. */
export function isContained(environment: Readonly<Record<string, string>>): boolean {
  return environment[environmentNames.contained] === "1";
}
