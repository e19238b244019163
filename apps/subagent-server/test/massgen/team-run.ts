import { startVendorApi } from "@retinue/testkit/vendor-api";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { openManager } from "../../src/serve/open-manager.ts";
import { votingTogether, type Votes } from "./model-team.ts";
import { parentStart, type Parent } from "./parent.ts";

/** status.json, as far as the assertions go into it. */
export interface Status {
  readonly meta: Record<string, unknown>;
  readonly costs: Record<string, number>;
  readonly rounds: { readonly total_rounds: number; readonly by_outcome: Record<string, number> };
  readonly coordination: { readonly phase: string; readonly completion_percentage: number };
  readonly agents: Readonly<Record<string, Record<string, unknown>>>;
  readonly historical_workspaces: readonly { readonly agentId: string; readonly workspacePath: string }[];
  readonly results: Record<string, unknown>;
}

export type TeamRun = Awaited<ReturnType<typeof runTeam>>;

/** One task for the team, from its spawn to its end; its models vote as `votes` says. */
export async function runTeam(directory: string, parent: Omit<Parent, "apiUrl">, votes: Votes) {
  const begun = Promise.withResolvers<void>();
  const voting = Promise.withResolvers<void>();
  const lastModel = Object.keys(votes).at(-1) ?? "";
  const api = await startVendorApi(
    votingTogether(votes, { begun: begun.promise, voting: voting.promise, lastModel }),
  );
  const { manager } = await openManager(parentStart(directory, { ...parent, apiUrl: api.url }));
  try {
    const spawned = await manager.spawn({ task: "Which way?", subagent_id: "review" });
    const readStatus = () => JSON.parse(readFileSync(spawned.statusFile, "utf8")) as Status;
    const frames: Status[] = [];
    for await (const { phase } of spawned.progress()) {
      frames.push(readStatus());
      begun.resolve();
      if (phase === "enforcement") voting.resolve();
    }
    const result = await spawned.result;
    const config = readFileSync(join(result.log_path ?? "", "subagent_config_review.yaml"), "utf8");
    return {
      result,
      frames,
      status: readStatus(),
      attempt: realpathSync(dirname(spawned.statusFile)),
      requests: api.requests.length,
      config: JSON.parse(config.replaceAll(directory, "{directory}").replaceAll(api.url, "{api}")) as unknown,
    };
  } finally {
    await manager.close();
    await api.stop();
  }
}
