import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentState, TeamState } from "../prepare/team-state.ts";
import { cutText } from "../prompt/cut-text.ts";
import type { ShownAnswer } from "../prompt/team-prompts.ts";
import { copyWorkspace } from "../record/copy-workspace.ts";
import { latestAnswers } from "./voting-state.ts";

/** Of each: ten of a program's longest answers, shown to all ten, would fill the memory. */
const maxCharacters = 1024 * 1024;

/**
 * The team's latest answers as one agent is shown them. Files come as copies of its own under the
 * answer's label: the snapshots' paths would name the author, and are not for others to write in.
 */
export async function showAnswers(team: TeamState, viewer: AgentState): Promise<ShownAnswer[]> {
  const shown = latestAnswers(team).map(async ({ agentId, label, text, workspacePath, files }) => {
    const own = agentId === viewer.id;
    const copy = join(viewer.temporaryWorkspace, label);
    const readable = !own && (await files) && (await copied(workspacePath, copy));
    return { label, text: cutText(text, maxCharacters), own, files: readable ? copy : undefined };
  });
  return Promise.all(shown);
}

/** Copied once. Without the files the answer is shown all the same. */
async function copied(snapshot: string, copy: string): Promise<boolean> {
  return (
    existsSync(copy) ||
    copyWorkspace(snapshot, copy).then(
      ({ holdsAnything }) => holdsAnything,
      () => false,
    )
  );
}
