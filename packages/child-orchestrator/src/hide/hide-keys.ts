import {
  backendVariables,
  hideUrlCredentials,
  urlCredentials,
  type AgentConfig,
} from "@retinue/engine-contract";
import { hideInPieces, type PieceHider } from "./hide-in-pieces.ts";

const secretName = /(KEY|TOKEN|SECRET|PASSWORD)$/i;
/**
 * Servers of one's own take any word for a key; "none" would be hidden in every sentence. A password in a
 * URL is taken out of the URL however short it is.
 */
const shortestKey = 8;
const shortestPassword = 5;

/** Takes the team's keys, and the credentials in URLs, out of what is written anywhere. */
export interface KeyHider {
  hide(text: string): string;
  /** The same for a text that comes in pieces. */
  inPieces(): PieceHider;
}

/**
 * Makes what takes keys out of a text: all that the team's backends name, all whose variables are named
 * like one, since a program is given those of the whole team, and what is in any URL of theirs. In the text
 * no URL keeps its credentials, wherever it comes from.
 */
export function keyHider(
  agents: readonly AgentConfig[],
  environment: Readonly<Record<string, string>>,
): KeyHider {
  const named = new Set(agents.flatMap(({ backend }) => backendVariables(backend).keys));
  const added = agents.map(({ backend }): object => backend["env"] ?? {});
  const keys = [environment, ...added]
    .flatMap((each): [string, unknown][] => Object.entries(each))
    .flatMap(([name, value]) => (named.has(name) || secretName.test(name) ? [String(value).trim()] : []))
    .flatMap((key) => [key, encodeURIComponent(key)])
    .filter(({ length }) => length >= shortestKey);
  const inUrls = [...Object.values(environment), ...agents.flatMap(({ backend }) => textsIn(backend))]
    .flatMap(urlCredentials)
    .filter(({ length }) => length >= shortestPassword);
  const hidden = [...new Set([...keys, ...inUrls])]
    // One may begin with another.
    .toSorted((one, other) => other.length - one.length);
  const hide = (text: string) =>
    hidden.reduce((rest, key) => rest.replaceAll(key, "…"), hideUrlCredentials(text));
  return { hide, inPieces: () => hideInPieces(hide, hidden) };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
