import type { Command } from "commander";
import type { ApplyOptions } from "../commands/apply.ts";
import type { DiffOptions } from "../commands/diff.ts";
import type { MergeOptions } from "../commands/merge.ts";
import { addNotes } from "./add-notes.ts";
import { workspaceOption } from "./options.ts";

const refused = "2 when it was refused: not committed, in conflict, nothing changed";

export function addChangeCommands(program: Command): void {
  addNotes(
    program
      .command("diff")
      .summary("what it changed in a repository")
      .description("Shows what a subagent changed in the repository that it was given, through git's pager.")
      .argument("<id>", "the subagent's id")
      .option("--tool", "show it in the diff tool that git is configured with")
      .addOption(workspaceOption())
      .action(async (subagentId: string, options: DiffOptions) => {
        const { diff } = await import("../commands/diff.ts");
        process.exitCode = await diff(subagentId, options);
      }),
    {
      exitCodes: "0, 2 when nothing was changed, git's where it fails",
      examples: ["diff subagent_1", "diff --tool subagent_1"],
    },
  );

  addNotes(
    program
      .command("apply")
      .summary("that, in the work tree")
      .description("Applies what a subagent changed to the work tree; refused where that is not committed.")
      .argument("<id>", "the subagent's id")
      .option("--3way", "merge what does not fit as it is, and mark what conflicts")
      .option("--commit", "commit what was applied; no hook runs, and nothing is signed")
      .addOption(workspaceOption())
      .action(async (subagentId: string, options: ApplyOptions) => {
        const { apply } = await import("../commands/apply.ts");
        await apply(subagentId, options);
      }),
    {
      exitCodes: `0, ${refused}`,
      examples: ["apply subagent_1", "apply --commit subagent_1"],
    },
  );

  addNotes(
    program
      .command("merge")
      .summary("its branch, into what is checked out")
      .description("Merges subagents' branches into what is checked out, as far as they do not conflict.")
      .argument("<id...>", "the subagents' ids")
      .addOption(workspaceOption())
      .action(async (subagentIds: string[], options: MergeOptions) => {
        const { merge } = await import("../commands/merge.ts");
        await merge(subagentIds, options);
      }),
    { exitCodes: `0, ${refused}`, examples: ["merge subagent_1 subagent_2"] },
  );
}
