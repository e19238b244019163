// An agent of a delegated team, given to `node -e`: counts the words of its parent's notes, and looks who and
// where it is. Answers, votes and presents; each reply costs something.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const [, port, ...waitFor] = process.argv;
const { RETINUE_STAGE, RETINUE_REPLY_FILE, RETINUE_CONTEXT_PATHS = "[]" } = process.env;
const [context = "."] = JSON.parse(RETINUE_CONTEXT_PATHS);

const reached = await new Promise((resolve) => {
  const socket = connect(Number(port), "127.0.0.1", () => resolve(true));
  socket.on("error", () => resolve(false)).on("connect", () => socket.destroy());
});
const interfaces = readFileSync("/proc/net/dev", "utf8").match(/^ *[\w.@-]+(?=:)/gm) ?? [];
const seen = { uid: process.getuid(), reached, interfaces: interfaces.map((name) => name.trim()) };

if (RETINUE_STAGE === "answer") {
  for (const name of waitFor) while (!existsSync(join(context, name))) await delay(50);
}
const usage = { input_tokens: 100, output_tokens: 10, estimated_cost: 0.25 };
const vote = RETINUE_STAGE === "vote" ? { for: "agent1.1", reason: "it counted" } : undefined;
if (RETINUE_REPLY_FILE !== undefined) writeFileSync(RETINUE_REPLY_FILE, JSON.stringify({ vote, usage }));
if (vote === undefined) {
  const notes = join(context, "notes.txt");
  const words = existsSync(notes) ? readFileSync(notes, "utf8").trim().split(/\s+/).length : 0;
  writeFileSync(join(process.cwd(), `${RETINUE_STAGE ?? "control"}.md`), `${words} words\n`);
  process.stdout.write(JSON.stringify({ stage: RETINUE_STAGE, words, ...seen }));
}
