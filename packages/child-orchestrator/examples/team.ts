import { join } from "node:path";
import { runTeam } from "@retinue/child-orchestrator";
import { validateChildConfig } from "@retinue/engine-contract";

const workspace = process.argv[2] ?? process.cwd();
const command = [process.execPath, join(import.meta.dirname, "reviewer.mjs")];

const outcome = await runTeam({
  config: validateChildConfig({
    agents: ["ada", "grace-hopper"].map((id) => ({ id, backend: { type: "command", command } })),
    orchestrator: { defer_voting_until_all_answered: true },
  }),
  prompt: "How many words am I?",
  outputFile: "answer.txt",
  workspace,
  logBaseDirectory: join(workspace, "logs"),
  environment: {},
  signal: AbortSignal.timeout(60_000),
});
console.log(outcome.kind === "answered" ? `${outcome.agentId}: ${outcome.answer}` : outcome.reason);
