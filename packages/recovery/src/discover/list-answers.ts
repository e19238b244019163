import { entryWithin, type ContainedRoot } from "@retinue/contained-fs";
import { draftNamed, logLayout } from "@retinue/engine-contract";
import { limitedName } from "@retinue/status-model";
import { z } from "zod";
import { directoriesIn, filesIn } from "../locate/attempts.ts";
import { shownPath, within, type Place } from "../locate/place.ts";
import { mayLook } from "../locate/reading-allowance.ts";
import { openSources } from "../locate/sources.ts";
import { agentSnapshots } from "../read/agent-snapshots.ts";
import { readRunStatus } from "../read/read-run-status.ts";
import { agentVotes } from "../select/agent-votes.ts";
import { labelOwners } from "../select/label-owners.ts";
import { requireArguments } from "../require-arguments.ts";
import { attemptsOf } from "./earlier-answer.ts";
import type { RecoveredDirectory } from "./recover-found.ts";

/** A file that holds an answer, or may. */
export interface ListedAnswer {
  /** `answer` as an agent gave it, `presented` by the winner, what the run put `out`, or an unfinished `draft`. */
  readonly kind: "answer" | "presented" | "output" | "draft";
  readonly path: string;
  readonly bytes: number;
  readonly agent_id?: string;
  readonly label?: string;
  /** Of the agent, in that attempt. */
  readonly votes?: number;
  readonly taken: boolean;
  /** Why it was not taken. */
  readonly note?: string;
}

/** A child can make files without end. */
const maxListed = 1000;

type Found = Omit<ListedAnswer, "taken" | "note">;

/** As `recover` gives it. */
const recoveredSchema = z.looseObject({
  kind: z.string(),
  attempts: z.array(z.string()),
  considered: z.array(z.looseObject({})),
  result: z.looseObject({}),
});

/**
 * Every answer in what was recovered, of all agents and attempts, the newest attempt first; the first 1,000.
 *
 * @throws RecoveryError INVALID_INPUT.
 */
export async function listAnswers(recovered: RecoveredDirectory): Promise<readonly ListedAnswer[]> {
  requireArguments("listAnswers", recoveredSchema, recovered);
  const found: { readonly answer: Found; readonly isEarlier: boolean; readonly isCopy: boolean }[] = [];
  const { logPath, workspacePath, attempts } = recovered;
  const every =
    recovered.kind === "attempt" ? attempts : [...new Set([...attempts, ...attemptsOf(recovered)])];
  const outputs = openSources({ logPath, workspacePath });
  try {
    for (const place of [
      placeIn(outputs.workspace, logLayout.answer),
      placeIn(outputs.log, `${logLayout.workspace}/${logLayout.answer}`),
    ]) {
      const answer = place && fileAt(place, "output");
      if (answer !== undefined) found.push({ answer, isEarlier: false, isCopy: false });
    }
  } finally {
    outputs.close();
  }
  const newest = attempts[0];
  const seen = new Set<string>();
  for (const attemptPath of every) {
    const answers = (await answersOf(attemptPath)).map((answer) => ({
      answer,
      key: keyOf(answer, attemptPath),
    }));
    // A log is mostly a copy of what the engine wrote in its workspace. No two answers are given in one microsecond.
    const isSame = answers.some(({ answer, key }) => answer.kind === "answer" && seen.has(key));
    for (const { answer, key } of answers)
      found.push({ answer, isEarlier: attemptPath !== newest, isCopy: isSame && seen.has(key) });
    for (const { key } of answers) seen.add(key);
  }
  return found.slice(0, maxListed).map((each) => judged(each.answer, each, recovered));
}

function keyOf({ path, bytes }: Found, attemptPath: string): string {
  return `${path.slice(attemptPath.length)} ${bytes}`;
}

async function answersOf(attemptPath: string): Promise<Found[]> {
  const sources = openSources({ attemptPath });
  try {
    const { attempt: root } = sources;
    if (root === undefined) return [];
    const { status, answers } = await readRunStatus(sources);
    const votes = status === undefined ? new Map<string, number>() : agentVotes(status, labelOwners(status));
    const here: Place = { root, path: "" };
    const labelOf = (agent: string, name: string) =>
      answers.get(agent)?.find(({ timestamp }) => timestamp === name)?.answerLabel;
    const snapshots = [...agentSnapshots(here)].flatMap(([agent, names]) =>
      names.flatMap((name) => {
        const place = within(here, `${agent}/${name}/${logLayout.answer}`);
        const answer = fileAt(place, "answer", agent, votes.get(agent));
        const label = labelOf(agent, name);
        return answer === undefined
          ? []
          : [{ ...answer, ...(label !== undefined && { label: limitedName(label) }) }];
      }),
    );
    const final = within(here, logLayout.final);
    const presented = directoriesIn(final).map((agent) =>
      fileAt(within(final, `${agent}/${logLayout.answer}`), "presented", agent, votes.get(agent)),
    );
    const kept = within(here, logLayout.drafts);
    const drafts = filesIn(kept).map((name) => {
      const whose = draftNamed(name);
      return whose && fileAt(within(kept, name), "draft", whose.agentId);
    });
    return [...snapshots, ...[...presented, ...drafts].filter((answer) => answer !== undefined)];
  } finally {
    sources.close();
  }
}

function judged(
  answer: Found,
  { isEarlier, isCopy }: { readonly isEarlier: boolean; readonly isCopy: boolean },
  { result, considered }: RecoveredDirectory,
): ListedAnswer {
  const taken = result.answer_source;
  if (taken?.path === answer.path) return { ...answer, taken: true };
  const known =
    considered.find(({ path }) => path === answer.path) ??
    considered.find(({ agent_id }) => agent_id !== undefined && agent_id === answer.agent_id);
  const note = () => {
    if (answer.bytes === 0) return "it is empty";
    if (isCopy) return "a copy of the one above";
    if (answer.kind === "draft") return "a draft counts only where nobody has answered";
    if (isEarlier) return "a later attempt comes first";
    if (answer.agent_id !== undefined && answer.agent_id === taken?.agent_id)
      return answer.kind === "presented" ? "the same answer, presented" : "its agent has another one";
    return known?.note ?? "another one comes first";
  };
  return { ...answer, taken: false, note: note() };
}

function fileAt(place: Place, kind: Found["kind"], agent?: string, votes?: number): Found | undefined {
  if (!mayLook(place.root, place.path)) return undefined;
  const entry = entryWithin(place.root, place.path);
  if (entry?.kind !== "file") return undefined;
  return {
    kind,
    path: shownPath(place),
    bytes: Number(entry.size),
    ...(agent !== undefined && { agent_id: limitedName(agent) }),
    ...(votes !== undefined && { votes }),
  };
}

function placeIn(root: ContainedRoot | undefined, path: string): Place | undefined {
  return root === undefined ? undefined : { root, path };
}
