import { activeProfiles, discoverProfiles, type SubagentProfile } from "@retinue/subagent-profiles";
import { z } from "zod";
import { managerSettings, type Start } from "../configure/manager-settings.ts";

/**
 * The types that are active now, for the description of the tools. A configuration that cannot be read
 * describes none: the first call says what is wrong with it.
 */
export async function describedTypes(start: Start): Promise<readonly SubagentProfile[]> {
  try {
    // What there is to say about the configuration is said when it is used.
    const { options } = await managerSettings({ ...start, log: () => {} });
    const types = z.array(z.string()).nullish().safeParse(options.coordination?.subagent_types);
    if (!types.success) return [];
    return activeProfiles(discoverProfiles(options.profileSources ?? []), types.data).profiles;
  } catch (error) {
    if (typeof (error as { remedy?: unknown }).remedy === "string") return [];
    throw error;
  }
}
