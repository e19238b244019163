import { devNull } from "node:os";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whose settings a call goes by. `ours`: no file outside the git directory that is named, which is ours or the
 * parent's. `users`: also the user's own, where the parent's tree is read or written as the user would.
 */
export type Settings = "ours" | "users";

/** Set in every call: nothing of it starts a program, asks, waits, or changes more than it was told to. */
const always = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "core.splitIndex=false",
  "core.quotePath=false",
  "core.protectHFS=true",
  "core.logAllRefUpdates=false",
  "commit.gpgSign=false",
  "maintenance.auto=false",
  "protocol.allow=never",
];

/** Beside that, where files are data. What attributes say of them, those of the clone's own repository have taken back. */
const asData = [`core.excludesFile=${devNull}`, "core.symlinks=true", "checkout.workers=0"];

export function gitArguments(settings: Settings): string[] {
  return [...always, ...(settings === "ours" ? asData : [])].flatMap((setting) => ["-c", setting]);
}

const identity = { name: "Retinue", email: "retinue@localhost" } as const;

/** The environment of a call: of the caller's only what is named here, so no `GIT_DIR` of a hook it runs in. */
export function gitEnvironment(
  environment: Environment,
  settings: Settings,
  added: Environment = {},
): Record<string, string> {
  const { PATH, HOME, XDG_CONFIG_HOME } = environment;
  return defined({
    PATH,
    // What the parent's own settings include may be named from there.
    HOME,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
    ...(settings === "users"
      ? { XDG_CONFIG_HOME }
      : { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull }),
    ...added,
  });
}

function defined(variables: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** As fast-import and messages name who made a commit. */
export const author = `${identity.name} <${identity.email}>`;
