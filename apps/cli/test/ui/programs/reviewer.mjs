// A member of a team that reviews lib/retry.js word by word, mends it, and votes; it waits in the middle of its answer.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const { RETINUE_STAGE: stage, RETINUE_AGENT_ID: id, RETINUE_REPLY_FILE: reply, GO_FILE: go } = process.env;
const prompt = readFileSync(0, "utf8");
const [share, tokens] = { ada: [1, 410], grace: [1.6, 530], alan: [2.3, 290] }[id];
const usage = { input_tokens: prompt.length, output_tokens: tokens, estimated_cost: tokens / 20_000 };

const found = `retry() tries once more than it is told to: the loop runs while
attempt <= limit, and attempt begins with 0.

`;
const rest = {
  ada: `The last error is lost as well: what is thrown is a new one, without its
cause. I would keep both in one change:

- count to attempt < limit;
- throw the last error itself.
`,
  grace: `The last error is lost as well: what is thrown is a new one, without its
cause. And there is no pause between two attempts, so that a server that is
busy is asked again at once.

- count to attempt < limit;
- throw the last error itself;
- wait 100 ms, then twice as long each time.
`,
  alan: `Nothing else is wrong.
`,
};

async function say(text) {
  for (const word of text.split(/(?<= )/)) {
    process.stdout.write(word);
    await delay(8 * share);
  }
}

if (stage === "vote") {
  await delay(900 * share);
  const [, label] = /^(agent2\.\d+)/m.exec(prompt) ?? /^(agent\d+\.\d+)/m.exec(prompt) ?? [];
  writeFileSync(
    reply,
    JSON.stringify({ vote: { for: label, reason: "It is right, and says how to mend it." }, usage }),
  );
} else if (stage === "answer") {
  await say(found);
  while (!existsSync(go)) await delay(50);
  await say(rest[id]);
  const file = "project/lib/retry.js";
  if (existsSync(file)) {
    const text = readFileSync(file, "utf8").replace("attempt <= limit", "attempt < limit");
    writeFileSync(file, text.replace('new Error("gave up")', "last"));
  }
  writeFileSync(reply, JSON.stringify({ usage }));
} else {
  await say(found + rest[id]);
  writeFileSync(reply, JSON.stringify({ usage }));
}
