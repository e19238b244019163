import type { SubagentServerOptions } from "@retinue/mcp-server";
import { isMassgenParent } from "../flags/massgen-parent.ts";
import type { FlagValues } from "../flags/parse-flags.ts";

/** Its parents expect whole answers. */
const massgenReplyCharacters = 400_000;

/** What the replies are like, and which tools there are: MassGen's parents have tools for background jobs of their own. */
export function replyOptions(
  flags: FlagValues,
): Pick<SubagentServerOptions, "replyCharacters" | "backgroundTools" | "changesTool" | "listsResults"> {
  const byMassgen = isMassgenParent(flags);
  const { "reply-budget": characters, "background-tools": jobs = "auto" } = flags;
  return {
    ...(byMassgen && { replyCharacters: massgenReplyCharacters }),
    ...(characters !== undefined && { replyCharacters: Number(characters) }),
    backgroundTools: jobs === "auto" ? !byMassgen : jobs === "on",
    changesTool: !byMassgen,
    listsResults: byMassgen,
  };
}
