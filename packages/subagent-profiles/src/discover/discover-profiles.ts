import { join } from "node:path";
import { z } from "zod";
import { builtInProfiles } from "../built-in/built-in-profiles.ts";
import { parseProfile } from "../parse/parse-profile.ts";
import { isSameName, type SubagentProfile } from "../parse/subagent-profile.ts";
import { SubagentProfilesError } from "../subagent-profiles-error.ts";
import { folders } from "./folders.ts";
import { readProfileFile } from "./read-profile-file.ts";
import { requireArguments } from "../require-arguments.ts";

const fileName = "SUBAGENT.md";
/** The scaffold, which is a profile in form only. */
const templateName = "_template";

/** A directory whose folders are profiles. */
export interface ProfileSource {
  readonly directory: string;
  /** Written by a MassGen parent, which has chosen and rewritten them: these are then the active ones. */
  readonly inherited?: boolean | undefined;
}

/** A profile that cannot be used. Its name is taken all the same: no profile of a later source stands in. */
export interface ProfileProblem {
  readonly name: string;
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

/** Everything that was found, in order of precedence; each name once. */
export interface ProfileCatalog {
  readonly profiles: readonly SubagentProfile[];
  readonly problems: readonly ProfileProblem[];
  /** Those of `profiles` that a MassGen parent handed over. */
  readonly inherited: readonly SubagentProfile[];
}

const sourcesSchema = z.array(z.looseObject({ directory: z.string() }));

/**
 * Reads the profiles of the sources, earlier ones first, and puts the built-in ones behind them. A name
 * that comes again, whatever its case, is left out. What is wrong with them is in `problems`.
 *
 * @throws SubagentProfilesError INVALID_INPUT.
 */
export function discoverProfiles(sources: readonly ProfileSource[]): ProfileCatalog {
  requireArguments("discoverProfiles", sourcesSchema, sources);
  const profiles: SubagentProfile[] = [];
  const problems: ProfileProblem[] = [];
  const inherited: SubagentProfile[] = [];
  const taken = new Set<string>();
  for (const source of sources) {
    const found = readSource(source);
    profiles.push(...found.profiles.filter(({ name }) => !taken.has(name.toLowerCase())));
    problems.push(...found.problems);
    if (source.inherited === true) inherited.push(...found.profiles);
    for (const { name } of [...found.profiles, ...found.problems]) taken.add(name.toLowerCase());
  }
  profiles.push(...builtInProfiles.filter(({ name }) => !taken.has(name)));
  return { profiles, problems, inherited };
}

function readSource({ directory, inherited }: ProfileSource): Pick<ProfileCatalog, "profiles" | "problems"> {
  const profiles: SubagentProfile[] = [];
  const problems: ProfileProblem[] = [];
  for (const directoryName of folders(directory)) {
    if (isSameName(directoryName, templateName)) continue;
    const path = join(directory, directoryName, fileName);
    try {
      const text = readProfileFile(path);
      if (text === undefined) continue;
      const profile = parseProfile(text, { path, directoryName, inherited });
      const twin = profiles.find(({ name }) => isSameName(name, profile.name));
      if (twin !== undefined) throw sameNameTwice(profile, twin);
      profiles.push(profile);
    } catch (error) {
      problems.push(problemOf(directoryName, path, error));
    }
  }
  return { profiles, problems };
}

function sameNameTwice({ name, path }: SubagentProfile, twin: SubagentProfile): SubagentProfilesError {
  return new SubagentProfilesError("INVALID_PROFILE", `${path} has the name ${name}, as ${twin.path} has`, {
    remedy: "Give one of them another name.",
    details: { path, name },
  });
}

function problemOf(directoryName: string, path: string, error: unknown): ProfileProblem {
  if (!(error instanceof SubagentProfilesError)) throw error;
  const { message, remedy, details } = error;
  return {
    name: typeof details["name"] === "string" ? details["name"] : directoryName,
    path,
    message,
    remedy,
  };
}
