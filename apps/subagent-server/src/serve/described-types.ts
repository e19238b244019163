import type { SubagentType } from "@retinue/mcp-server";
import { roleLacks } from "@retinue/runtime";
import { activeProfiles, discoverProfiles } from "@retinue/subagent-profiles";
import { z } from "zod";
import { managerSettings, type Start } from "../configure/manager-settings.ts";

/**
 * The types that are active now and not reserved, for the description of the tools, with what the team cannot give them. A
 * configuration that cannot be read describes none: the first call says what is wrong with it.
 */
export async function describedTypes(start: Start): Promise<readonly SubagentType[]> {
  // What there is to say about the configuration is said when it is used.
  const quiet = { ...start, log: () => {} };
  return (await unlessRefused(() => readTypes(quiet))) ?? [];
}

async function readTypes(start: Start): Promise<readonly SubagentType[]> {
  const { options } = await managerSettings(start);
  const types = z.array(z.string()).nullish().safeParse(options.coordination?.subagent_types);
  if (!types.success) return [];
  const { profiles } = activeProfiles(discoverProfiles(options.profileSources ?? []), types.data);
  // A team that can run nothing lacks everything: the call says so.
  const lacks = await unlessRefused(() => roleLacks(options, profiles));
  const free = profiles.filter(({ name }) => options.reservedTypes?.includes(name.toLowerCase()) !== true);
  return free.map((profile) => ({ ...profile, lacks: lacks?.get(profile.name) }));
}

/** Undefined where what was asked is refused with a remedy. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (typeof (error as { remedy?: unknown }).remedy === "string") return undefined;
    throw error;
  }
}
