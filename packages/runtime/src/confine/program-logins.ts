import { entryAt } from "@retinue/contained-fs";
import type { ChildConfig } from "@retinue/engine-contract";
import type { SandboxPolicy } from "@retinue/sandbox";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../detect/environment.ts";
import { loginDirectory, logins, loginsOf } from "./login-table.ts";

type Logins = NonNullable<SandboxPolicy["logins"]>;

/** What a team's programs are given of the home directory. */
export interface ProgramLogins {
  readonly logins: Logins;
  readonly readable: readonly string[];
  /** Leads programs to the directories that they have. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface LoginsInput {
  readonly config: ChildConfig;
  readonly environment: Environment;
  /** Makes the directory that a program's own one is replaced by. */
  readonly stateOf: (type: string) => string;
  /** Gives a program its renewable files; undefined: it does not log in, by a broker. */
  readonly link: ((type: string, names: readonly string[]) => Logins) | undefined;
}

/** The mounts that a team's programs need to be logged in. */
export function programLogins({ config, environment, stateOf, link }: LoginsInput): ProgramLogins {
  const types = [...new Set(config.agents.flatMap(({ backend }) => loginsOf(backend)))];
  const { GOOGLE_APPLICATION_CREDENTIALS: google = "" } = environment;
  const isGoogles =
    link !== undefined && types.includes("gemini_cli") && isAbsolute(google) && entryAt(google) !== undefined;
  const known = types.filter((type) => loginDirectory(type, environment) !== undefined);
  return {
    logins: known.flatMap((type) => {
      const directory = loginDirectory(type, environment) ?? "/";
      const { renewed = [], read = [] } = logins[type] ?? {};
      const isThere = (name: string) => entryAt(join(directory, name)) !== undefined;
      const own = { source: stateOf(type), target: directory, write: true };
      if (link === undefined) return [own];
      const shown = read.filter(isThere).map((name) => join(directory, name));
      return [
        own,
        ...link(type, renewed.filter(isThere)),
        ...shown.map((path) => ({ source: path, target: path, write: false })),
      ];
    }),
    readable: isGoogles ? [google] : [],
    environment: Object.fromEntries(
      known.flatMap((type) => {
        const { partly, variable = "" } = logins[type] ?? {};
        // In its directory it may rename that file; at home it could not.
        const isLed = link !== undefined && partly !== undefined;
        return isLed ? [[variable, loginDirectory(type, environment) ?? "/"]] : [];
      }),
    ),
  };
}
