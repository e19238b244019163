import { logLayout } from "@retinue/engine-contract";
import { z } from "zod";
import { within, type Place } from "../locate/place.ts";
import { agentSnapshots } from "./agent-snapshots.ts";
import { readText } from "./read-text.ts";

const maxVoteBytes = 256 * 1024;
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
  for (const [voter, names] of snapshots) {
    const votedFor = newestVote(attempt, voter, names);
    if (votedFor !== undefined && snapshots.has(votedFor)) {
      votes.set(votedFor, (votes.get(votedFor) ?? 0) + 1);
    }
  }
  return { agents: [...snapshots.keys()], votes };
}

function newestVote(attempt: Place, voter: string, names: readonly string[]): string | undefined {
  for (const name of names.slice(0, maxSnapshotsPerAgent)) {
    const place = within(attempt, `${voter}/${name}/${logLayout.vote}`);
    const read = readText(place, { maxBytes: maxVoteBytes });
    const vote = read.ok ? voteSchema.safeParse(parsed(read.text)) : undefined;
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
