import type { ActionDone, RunAction } from "@retinue/run-page";
import { createSubagentManager } from "@retinue/runtime";
import { z } from "zod";
import { CliError } from "../../cli-error.ts";
import { teamOptions } from "../../run/team-options.ts";
import type { ListedRun } from "../find/run-source.ts";

type Owned = Required<Pick<ListedRun, "owner">>["owner"] & object;
type Act = (owner: Owned, subagentId: string, body: unknown) => Promise<string>;

const nothingSchema = z.strictObject({});
const textSchema = z.strictObject({ text: z.string().trim().min(1, "must say something") });
const applySchema = z.strictObject({ threeWay: z.boolean(), commit: z.boolean() });

/** As long as a person waits for a receipt; afterwards it is said to be queued. */
const waitSeconds = 30;

/** What each button does: what the command of that name does. */
export const runActions: Readonly<Record<RunAction, Act>> = {
  message: async ({ manager }, id, body) => {
    const { text } = bodyOf(textSchema, body);
    const { state, delivered, unsupported } = await manager.send(id, text, { from: "person", waitSeconds });
    const told = delivered.map(({ agent_id }) => agent_id).join(", ");
    const not = unsupported.map(({ agent_id, reason = "not supported" }) => `${agent_id}: ${reason}`);
    const missed = not.length === 0 ? "" : ` Not told: ${not.join("; ")}.`;
    if (state === "delivered") return `Told ${told}.${missed}`;
    if (state === "queued") return `Queued: the agents get it at their next turn.${missed}`;
    throw new CliError("NOT_TOLD", `No agent of ${id} can be told: ${not.join("; ")}`, {
      remedy: "Continue it with a further message when it has ended.",
    });
  },
  "wrap-up": async ({ manager }, id, body) => {
    bodyOf(nothingSchema, body);
    const { status } = await manager.cancel(id, { wrapUp: true });
    return `${id} was asked to finish, and has ended: ${status}.`;
  },
  cancel: async ({ manager }, id, body) => {
    bodyOf(nothingSchema, body);
    const { status, answer } = await manager.cancel(id);
    return `${id} was stopped: ${status}${answer === null ? ", it had no answer yet" : ""}.`;
  },
  continue: async ({ workspace }, id, body) => {
    const { text } = bodyOf(textSchema, body);
    // Another than the one that looks: this one knows the team. What it starts goes on, as with `continue --detach`.
    await using manager = createSubagentManager(await teamOptions({ workspace }));
    const { launched, run, timeoutSeconds } = await manager.continue(id, text);
    await launched;
    return `Run ${run} of ${id} has begun, for at most ${timeoutSeconds} s.`;
  },
  apply: async ({ manager }, id, body) => {
    const { threeWay, commit } = bodyOf(applySchema, body);
    const { files, conflicts, commit: made } = await manager.applyChanges(id, { threeWay, commit });
    const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
    if (conflicts !== undefined)
      return `Applied ${count}, with conflicts to resolve in ${conflicts.join(", ")}.`;
    return `Applied ${count}${made === undefined ? "" : `, committed as ${made}`}.`;
  },
};

/**
 * Does what a button asks for, and says what became of it.
 *
 * @throws CliError READ_ONLY, INVALID_REQUEST; what the manager refuses with.
 */
export async function act(listed: ListedRun, action: RunAction, body: unknown): Promise<ActionDone> {
  const { owner, subagentId } = listed;
  if (owner === undefined)
    throw new CliError("READ_ONLY", `${subagentId} is only looked at here`, {
      remedy: "Start the page in the workspace of the parent: retinue ui --workspace DIR",
    });
  return { said: await runActions[action](owner, subagentId, body) };
}

function bodyOf<T>(schema: z.ZodType<T>, body: unknown): T {
  const { data, error } = schema.safeParse(body);
  if (error === undefined) return data;
  throw new CliError("INVALID_REQUEST", `The request cannot be used: ${z.prettifyError(error)}`, {
    remedy: "Send what the page sends: see RunActions of @retinue/run-page.",
  });
}
