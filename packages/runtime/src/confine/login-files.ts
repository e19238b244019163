import {
  ContainedFsError,
  kindWithin,
  readText,
  readTextWithin,
  removeEntryWithin,
  replaceLinkWithin,
  writeFileAtomic,
  writeFileWithin,
  type ContainedRoot,
} from "@retinue/contained-fs";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Environment } from "../detect/environment.ts";
import type { SubagentPaths } from "../prepare/subagent-paths.ts";
import { withLog } from "../prepare/subagent-roots.ts";
import { loginDirectory, logins, partlyShown } from "./login-table.ts";

/** Where a sandbox shows the files that logins are renewed in. */
const shownAt = "/run/retinue-logins";
const limits = { maxBytes: 1024 * 1024 };

/** In a subagent's log directory: what its programs keep in the home directory, from run to run. */
export const stateParent = "sandbox";
/** Beside that: what the files held when a run was begun. */
const noteOf = (type: string) => `${stateParent}/${type}.logins.json`;

const noteSchema = z.object({
  state: z.string().describe("The program's directory, beneath the log directory"),
  begun: z.record(z.string(), z.string()).describe("By name, the hash of what was there"),
});

/**
 * Gives a program its renewable files by links in its own directory: what it writes into them arrives at once, and it
 * may put another file in a link's place by renaming, as it could not do with a file that is mounted there.
 *
 * @param state Its directory, beneath the log directory.
 * @param names Those that are there.
 * @returns Where a sandbox has to show each.
 */
export function linkLogins(
  paths: SubagentPaths,
  type: string,
  state: string,
  names: readonly string[],
  environment: Environment,
): { source: string; target: string; write: boolean }[] {
  const directory = loginDirectory(type, environment) ?? "/";
  const begun = Object.fromEntries(names.map((name) => [name, hashOf(textAt(join(directory, name)))]));
  withLog(paths, (log) => {
    for (const name of names) {
      replaceLinkWithin(log, `${state}/${name}`, `${shownAt}/${type}/${name}`);
    }
    const partly = partOfLogin(type, environment);
    if (partly !== undefined) {
      const { name, text } = partly;
      writeFileWithin(log, `${state}/${name}`, text, { mode: 0o600, durable: false });
    }
    writeFileWithin(log, noteOf(type), JSON.stringify({ state, begun }), { mode: 0o600 });
  });
  return names.map((name) => ({
    source: join(directory, name),
    target: `${shownAt}/${type}/${name}`,
    write: true,
  }));
}

/**
 * Puts back what a confined run's programs renewed by renaming, and leaves no login in the subagent's logs. One that
 * was changed meanwhile by somebody else stays as it is. Never throws.
 */
export function putLoginsBack(
  paths: SubagentPaths,
  environment: Environment,
  log: (message: string) => void,
): void {
  for (const type of Object.keys(logins)) {
    try {
      withLog(paths, (root) => putBack(root, type, environment));
    } catch (error) {
      log(
        `The login of ${type} that ${paths.subagentId} had could not be put back: ${(error as Error).message}`,
      );
    }
  }
}

function putBack(root: ContainedRoot, type: string, environment: Environment): void {
  if (kindWithin(root, noteOf(type)) !== "file") return;
  const { state, begun } = noteSchema.parse(JSON.parse(readTextWithin(root, noteOf(type), limits).text));
  const directory = loginDirectory(type, environment) ?? "/";
  const { renewed = [], partly } = logins[type] ?? {};
  for (const name of renewed) {
    const own = `${state}/${name}`;
    if (kindWithin(root, own) === "file") {
      const text = readRenewed(root, own);
      const original = join(directory, name);
      if (text !== undefined && hashOf(textAt(original)) === begun[name])
        writeFileAtomic(realpathSync(original), text, { mode: 0o600 });
    }
    removeEntryWithin(root, own);
  }
  if (partly !== undefined) removeEntryWithin(root, `${state}/${partly.name}`);
  removeEntryWithin(root, noteOf(type));
}

/** A login is an object in JSON; anything else is no renewal. */
function readRenewed(root: ContainedRoot, path: string): string | undefined {
  try {
    const { text } = readTextWithin(root, path, limits);
    return z.looseObject({}).safeParse(JSON.parse(text)).success ? text : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ContainedFsError) return undefined;
    throw error;
  }
}

function partOfLogin(type: string, environment: Environment) {
  const { partly } = logins[type] ?? {};
  const from = partlyShown(type, environment);
  const text = from === undefined ? undefined : textAt(from);
  if (partly === undefined || text === undefined) return undefined;
  try {
    const all = JSON.parse(text) as Record<string, unknown>;
    const shown = partly.fields.flatMap((field) => (Object.hasOwn(all, field) ? [[field, all[field]]] : []));
    return { name: partly.name, text: JSON.stringify(Object.fromEntries(shown)) };
  } catch {
    // The program would make nothing of it either.
    return undefined;
  }
}

function textAt(path: string): string | undefined {
  try {
    return readText(realpathSync(path), limits);
  } catch {
    return undefined;
  }
}

function hashOf(text: string | undefined): string {
  return text === undefined ? "" : createHash("sha256").update(text).digest("hex");
}
