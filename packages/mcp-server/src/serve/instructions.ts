const common = `Subagents run tasks in parallel, each in an isolated workspace, and always come back with what they achieved.

When: the work falls into parts that do not need each other's output (research several sources, check several modules, try several designs). Not for a single short step, and not for a chain where each step needs the last.

Tasks
- Put independent tasks into ONE spawn_subagents call; they start together. A task that needs another's result belongs into a later call.
- A subagent sees nothing of your conversation and cannot ask you. Say the goal, the inputs (paths), the form of the answer.
- It can read your workspace; name further places in context_paths (a list).

Files: a subagent writes only in its own workspace. Ask for relative paths; a result whose author left files carries "answer_directory": collect them from there; "files" lists the first 50.
- WRONG: "Save the screenshots to /your/workspace/verification/"
- RIGHT: "Save the screenshots to verification/ in your workspace and list them in your answer."

Statuses
- completed: done. completed_but_timeout: cut off after its work was finished; the answer is whole.
- partial: cut off; "answer" is the best one there was, an unfinished draft where answer_source.reason is "draft": use it, check it, or continue_subagent.
- timeout: cut off before anything was said; "files" lists what was left, or continue_subagent.
- error: it failed; "error" says why, "answer" holds whatever was saved.
success is true for the first two only. A failed subagent is a result; a reply with "error" as an object is a refused call: nothing was started, follow its remedy.

Waiting
- background: true answers at once; each result comes once, as finished_since_last_call with your next call of any tool. Do not poll.
- If a call times out or is cancelled, only the wait ended: the subagents go on to their own deadline, and the result comes with your next call. Do not spawn them again.
- Something changed, or one goes astray: send_message_to_subagent tells it while it runs, cancel_subagent stops it and brings back what it had, continue_subagent goes on with one that ended.
- list_subagents has a line for each and no answers. An answer that was cut says how to get its next part.`;

const jobs = `
- Nothing else to do: wait_for_background_tool. A doubt: get_background_tool_status shows what is being said.`;

/** What a model is told about the server as a whole, before it sees the tools. */
export function instructions(backgroundTools: boolean): string {
  return backgroundTools ? `${common}${jobs}` : common;
}
