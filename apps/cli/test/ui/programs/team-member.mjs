// A member of a team that writes markup, and waits to be told something before it answers.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const { RETINUE_STAGE: stage, RETINUE_AGENT_ID: id, RETINUE_REPLY_FILE: reply, GO_FILE: go } = process.env;
const prompt = readFileSync(0, "utf8");
const usage = { input_tokens: 100, output_tokens: 20, estimated_cost: 0.01 };

if (stage === "vote") {
  const [, label] = /^(agent\d+\.\d+)/m.exec(prompt) ?? [];
  writeFileSync(reply, JSON.stringify({ vote: { for: label, reason: "says most" }, usage }));
} else {
  process.stdout.write(`${id} begins.\n`);
  while (!existsSync(go)) await new Promise((resolve) => setTimeout(resolve, 50));
  process.stdout.write(`<script>document.title = "taken over"</script> says ${id}\n`);
  writeFileSync(reply, JSON.stringify({ usage }));
}
