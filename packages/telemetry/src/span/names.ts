import { limitedName } from "@retinue/status-model";

/** A name that the child wrote, where one is expected. */
export function nameIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? limitedName(value) : undefined;
}

/** A name of a tool or a model: what is none may be anything that an agent said. */
export function plainNameIn(value: unknown): string | undefined {
  return typeof value === "string" && /^[\w.:/@-]{1,128}$/.test(value) ? value : undefined;
}

/** A count or an amount that the child wrote. */
export function amountIn(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
