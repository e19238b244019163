// A member of a team: answers, votes, presents. What it prints is its answer.
import { readFileSync, writeFileSync } from "node:fs";

const prompt = readFileSync(0, "utf8");
const reply = { usage: { input_tokens: prompt.length, output_tokens: 20, estimated_cost: 0.0001 } };

if (process.env.RETINUE_STAGE === "vote") {
  const answers = [...prompt.matchAll(/^(agent\d+\.\d+).*\n> (.*)$/gm)];
  const [, label] = answers.toSorted(([, , a], [, , b]) => b.length - a.length)[0];
  reply.vote = { for: label, reason: "says most" };
} else {
  console.log(`${process.env.RETINUE_AGENT_ID} counts ${prompt.split(/\s+/).length} words.`);
}
writeFileSync(process.env.RETINUE_REPLY_FILE, JSON.stringify(reply));
