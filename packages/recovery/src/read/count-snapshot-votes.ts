import { logLayout } from "@retinue/engine-contract";
import { z } from "zod";
import { within, type Place } from "../locate/place.ts";
import { agentSnapshots } from "./agent-snapshots.ts";
import { readText } from "./read-text.ts";

// Recorded ones have 200 bytes; an agent may explain itself at length.
const maxVoteBytes = 64 * 1024;
/** Of all votes together: JSON.parse may take a tenth of a second for each MiB of the worst texts. */
const maxBytes = 1024 * 1024;
const maxSnapshotsPerAgent = 100;

const voteSchema = z.object({ voted_for: z.string() });

/** What the snapshots show when there is no status: which agents answered, and who voted for whom. */
export interface SnapshotFindings {
  /** In alphabetical order: the order of registration is not on disk. */
  readonly agents: readonly string[];
  /** By agent. One vote a voter: its newest. */
  readonly votes: ReadonlyMap<string, number>;
}

/** Counts the newest readable `vote.json` of each agent that voted for an agent with snapshots. */
export function countSnapshotVotes(attempt: Place): SnapshotFindings {
  const snapshots = agentSnapshots(attempt);
  const votes = new Map<string, number>();
  let bytesLeft = maxBytes;
  const textOf = (path: string): string | undefined => {
    if (bytesLeft <= 0) return undefined;
    const read = readText(within(attempt, path), { maxBytes: maxVoteBytes });
    if (!read.ok) return undefined;
    bytesLeft -= read.size;
    return read.text;
  };
  for (const [voter, names] of snapshots) {
    const votedFor = newestVote(voter, names, textOf);
    if (votedFor !== undefined && snapshots.has(votedFor)) {
      votes.set(votedFor, (votes.get(votedFor) ?? 0) + 1);
    }
  }
  return { agents: [...snapshots.keys()], votes };
}

function newestVote(
  voter: string,
  names: readonly string[],
  textOf: (path: string) => string | undefined,
): string | undefined {
  for (const name of names.slice(0, maxSnapshotsPerAgent)) {
    const text = textOf(`${voter}/${name}/${logLayout.vote}`);
    const vote = text === undefined ? undefined : voteSchema.safeParse(parsed(text));
    if (vote?.success === true) return vote.data.voted_for;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
