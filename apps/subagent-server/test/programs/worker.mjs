// An agent for teams in tests: `worker.mjs SECONDS TEXT` answers with TEXT after SECONDS, then votes for itself.
import { readFileSync, writeFileSync } from "node:fs";

readFileSync(0);
const [seconds = "0", text = "done"] = process.argv.slice(2);
if (process.env.RETINUE_STAGE === "vote") {
  const reply = { vote: { for: process.env.RETINUE_AGENT_ID, reason: "the only one" } };
  writeFileSync(process.env.RETINUE_REPLY_FILE, JSON.stringify(reply));
} else {
  if (process.env.RETINUE_STAGE === "answer")
    await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
  process.stdout.write(`${text}\n`);
}
