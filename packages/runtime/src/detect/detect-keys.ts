import { backendVariables } from "@retinue/engine-contract";
import type { Finding } from "@retinue/errors";
import { isSet, type Environment } from "./environment.ts";

/** A model API that needs nothing but a key. */
export interface KeyFinding extends Finding {
  /** The backend's `type`. */
  readonly type: "claude" | "openai" | "gemini";
  /** MassGen's default for this type. */
  readonly model: string;
}

/** By type: MassGen's default model, and the variable to set where none is. */
const vendors = [
  { type: "claude", key: "ANTHROPIC_API_KEY", model: "claude-opus-4-6" },
  { type: "openai", key: "OPENAI_API_KEY", model: "gpt-5.4" },
  { type: "gemini", key: "GEMINI_API_KEY", model: "gemini-3-flash-preview" },
] as const;

/** Which keys are set, by name, in the order in which one is chosen. */
export function detectKeys(environment: Environment): KeyFinding[] {
  return vendors.map(({ type, key, model }) => {
    const name = backendVariables({ type }).keys.find((each) => isSet(environment, each));
    if (name !== undefined) return { name, type, model, ok: true, found: "set" };
    return { name: key, type, model, ok: false, found: "not set", remedy: `export ${key}=…` };
  });
}
