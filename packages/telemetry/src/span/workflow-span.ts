import type { PolicyReceipt } from "@retinue/engine-contract";
import type { RunAccount } from "../read/run-account.ts";
import { ifCaptured, messages, systemInstructions } from "./content.ts";
import { known, type PlannedSpan } from "./planned-span.ts";
import { queueSeconds, runTimes } from "./run-times.ts";

/** A run, from when it was asked for until its end. */
export function workflowSpan(account: RunAccount, id: string, captures: boolean): PlannedSpan {
  const { record, run, result } = account;
  const { subagent_type: role, trace } = run;
  // What was cut off and has an answer all the same is no error: its ending says what happened.
  const isError = result === undefined || result.answer === null;
  return {
    id,
    parentId: trace?.parent_span_id,
    // Not by the subagent's id: as many names as runs are of no use to anybody.
    name: role === undefined ? "invoke_workflow" : `invoke_workflow ${role}`,
    kind: "internal",
    ...runTimes(run),
    isError,
    attributes: {
      ...known({
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.agent.name": role,
        "gen_ai.conversation.id": run.session_id,
        "gen_ai.usage.input_tokens": result?.token_usage.input_tokens,
        "gen_ai.usage.output_tokens": result?.token_usage.output_tokens,
        "error.type": isError ? errorType(account) : undefined,
        "retinue.subagent.id": record.subagent_id,
        "retinue.run": run.number,
        "retinue.ending": run.ended.ending,
        "retinue.status": result?.status,
        "retinue.answer.rule": result?.answer_source?.reason,
        "retinue.answer.agent": result?.answer_source?.agent_id,
        "retinue.cost": result?.token_usage.estimated_cost,
        "retinue.budget.cost": run.budget?.max_cost,
        "retinue.budget.tokens": run.budget?.max_tokens,
        "retinue.timeout": run.timeout_seconds,
        "retinue.queue": queueSeconds(run),
        "retinue.mode": run.mode,
        "retinue.engine": run.engine,
        "retinue.exit_code": run.ended.exit_code,
        ...policyOf(run.policy),
      }),
      ...ifCaptured(captures, () => ({
        "gen_ai.input.messages": messages({ role: "user", text: run.task }),
        "gen_ai.output.messages": messages({ role: "assistant", text: result?.answer }),
        "gen_ai.system_instructions": systemInstructions(run.system_prompt),
      })),
    },
  };
}

/** How it ended without an answer; a run that completed without one failed. */
function errorType({ run: { ended } }: RunAccount): string {
  return ended.ending === "completed" ? "no_answer" : ended.ending;
}

function policyOf(policy: PolicyReceipt | undefined) {
  if (policy === undefined) return { "retinue.policy.boundary": "none" };
  return {
    "retinue.policy.boundary": policy.boundary ?? "container",
    "retinue.policy.network": policy.network,
    "retinue.policy.hosts": policy.hosts,
    "retinue.policy.user": policy.user,
    "retinue.policy.read_only_root": policy.read_only_root,
    "retinue.policy.memory_bytes": policy.memory_bytes,
    "retinue.policy.cpus": policy.cpus,
    "retinue.policy.pids": policy.pids,
  };
}
