import { entryAt } from "@retinue/contained-fs";
import type { ChildConfig } from "@retinue/engine-contract";
import type { SandboxPolicy } from "@retinue/sandbox";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../detect/environment.ts";

interface Login {
  /** Beneath the home directory, or where the variable says. */
  readonly directory: string;
  readonly variable: string;
  /** Of that directory: what it renews by itself, and what it only reads. */
  readonly renewed: readonly string[];
  readonly read: readonly string[];
}

/**
 * What of the home directory each program's login needs; whatever else it keeps there goes into the subagent's own
 * log directory, where its sessions are found again by a further run.
 */
const logins: Readonly<Record<string, Login>> = {
  claude_code: {
    directory: ".claude",
    variable: "CLAUDE_CONFIG_DIR",
    renewed: [".credentials.json"],
    read: [],
  },
  codex: { directory: ".codex", variable: "CODEX_HOME", renewed: ["auth.json"], read: ["config.toml"] },
  gemini_cli: {
    directory: ".gemini",
    variable: "GEMINI_CLI_HOME",
    renewed: ["oauth_creds.json"],
    read: ["settings.json", "google_accounts.json", "installation_id"],
  },
};

type Logins = NonNullable<SandboxPolicy["logins"]>;

/**
 * The mounts that a team's programs need to be logged in.
 *
 * @param stateOf Makes the directory that a program's own one is replaced by.
 */
export function programLogins(
  { agents }: ChildConfig,
  environment: Environment,
  stateOf: (name: string) => string,
): { readonly logins: Logins; readonly readable: readonly string[] } {
  const types = [...new Set(agents.map(({ backend }) => backend.type))];
  const { GOOGLE_APPLICATION_CREDENTIALS: google = "" } = environment;
  const isGoogles = types.includes("gemini_cli") && isAbsolute(google) && entryAt(google) !== undefined;
  return {
    logins: types.flatMap((type) =>
      Object.hasOwn(logins, type) ? mountsOf(type, environment, stateOf) : [],
    ),
    readable: isGoogles ? [google] : [],
  };
}

function mountsOf(type: string, environment: Environment, stateOf: (name: string) => string): Logins {
  const { directory, variable, renewed, read } = logins[type] as Login;
  const { HOME = "/", [variable]: named = "" } = environment;
  // Gemini CLI's names the home, the others' the directory itself.
  const own = variable === "GEMINI_CLI_HOME" ? join(named, directory) : named;
  const place = isAbsolute(named) ? own : join(HOME, directory);
  const files = [
    ...renewed.map((name) => ({ name, write: true })),
    ...read.map((name) => ({ name, write: false })),
  ];
  return [
    { source: stateOf(type), target: place, write: true },
    ...files
      .map(({ name, write }) => ({ source: join(place, name), target: join(place, name), write }))
      .filter(({ source }) => entryAt(source) !== undefined),
  ];
}
