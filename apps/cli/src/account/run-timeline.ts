import type { Run, RunRecord } from "@retinue/engine-contract";
import { budgetSchema, changesSchema } from "@retinue/status-model";
import { changesLines } from "./changes-lines.ts";
import { spendingText } from "./spending-text.ts";

/**
 * A subagent's runs, oldest first, a line for each thing that is known of them.
 *
 * @param callsOf Of a run by its number: the calls of its models, a line each.
 */
export function runTimeline(
  { runs, parent_agent_id }: RunRecord,
  callsOf: (run: number) => readonly string[] = () => [],
): string[] {
  return runs.flatMap((run) => [
    `${run.started_at}  run ${run.number}: ${run.number === 1 ? `spawned by ${parent_agent_id}` : "continued"}`,
    ...[...inForce(run), ...modelsAsked(run, callsOf(run.number))].map((text) => `  ${text}`),
    ...(run.ended === undefined
      ? [`  ${run.state}, until ${run.deadline} at most`]
      : [`${run.ended.ended_at}  ${endOf(run)}`, ...changedBy(run).map((text) => `  ${text}`)]),
  ]);
}

function inForce({
  task,
  subagent_type,
  mode,
  requested_mode,
  engine,
  containment,
  policy,
  ...run
}: Run): string[] {
  const asked = mode === requested_mode ? "" : ` (${requested_mode} was asked for)`;
  return [
    `task         ${task}`,
    ...(subagent_type === undefined ? [] : [`role         ${subagent_type}`]),
    `run by       ${engine}, ${mode}${asked}, for at most ${run.timeout_seconds} s`,
    ...(containment === undefined ? [] : [`stopped by   ${containment.join(", ")}`]),
    ...(policy === undefined ? [] : [`policy       ${JSON.stringify(policy)}`]),
    ...(run.warning === undefined ? [] : [`warning      ${run.warning}`]),
  ];
}

function changedBy({ result }: Run): string[] {
  const changes = changesSchema.safeParse(result?.["changes"]).data;
  return changes === undefined ? [] : changesLines(changes);
}

const mostCalls = 20;

/** What its models cost, and the last calls. */
function modelsAsked({ models, result }: Run, calls: readonly string[]): string[] {
  if (models === undefined) return [];
  const left = calls.length - mostCalls;
  return [
    `models       ${spendingText(models)}${reported(result?.["budget"])}`,
    ...(left > 0 ? [`             … ${left} calls before these`] : []),
    ...calls.slice(-mostCalls).map((line) => `             ${line}`),
  ];
}

/** What the engine has counted, where that differs. */
function reported(budget: unknown): string {
  const { reported_tokens: tokens, reported_cost: cost } =
    budgetSchema.partial().safeParse(budget).data ?? {};
  const said = [
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    ...(cost === undefined ? [] : [`$${Number(cost.toFixed(6))}`]),
  ];
  return said.length === 0 ? "" : `; its engine reported ${said.join(", ")}`;
}

function endOf({ ended, number }: Run): string {
  const { ending, exit_code, reason } = ended ?? {};
  const code = exit_code == null ? "" : `, exit code ${exit_code}`;
  return `run ${number}: ${ending}${code}${reason === undefined ? "" : `: ${reason}`}`;
}
