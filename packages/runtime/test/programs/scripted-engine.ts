// An engine that does what the last line of its prompt says: a JSON array of steps.
// It keeps the engine contract (flags, log layout) and nothing else; real teams are tested with retinue-child.
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as delay } from "node:timers/promises";

export type Step =
  | { readonly status: object }
  | { readonly snapshot: readonly [agent: string, text: string] }
  | { readonly output: string }
  | { readonly print: string }
  | { readonly warn: string }
  | { readonly file: readonly [path: string, text: string] }
  /** Runs a shell in the workspace; what it leaves in the background goes on. */
  | { readonly shell: string }
  | { readonly sleep: number }
  /** Goes on when there is such a file. */
  | { readonly until: string }
  /** Waits for a message, keeps it as received.json and, unless it is MassGen's way, writes a receipt. */
  | { readonly receive: "delivered" | "unsupported" | "without receipt" }
  | { readonly session: string }
  | { readonly exit: number }
  | { readonly ignoreSignals: true };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    config: { type: "string" },
    "output-file": { type: "string" },
    "session-id": { type: "string" },
    automation: { type: "boolean" },
    "no-parse-at-references": { type: "boolean" },
    "prompt-file": { type: "string" },
  },
});
const [positional = ""] = positionals;
// As an agent of MassGen's does with what is too long for a command line.
const promptFile = values["prompt-file"] ?? /Read all of (.+) and do what it says\.$/.exec(positional)?.[1];
const prompt = promptFile === undefined ? positional : readFileSync(promptFile, "utf8");
const attempt = join(
  process.env["MASSGEN_LOG_BASE_DIR"] ?? ".massgen/massgen_logs",
  "log_20260102_030405_000001/turn_1/attempt_1",
);
appendFileSync(
  "starts.log",
  `${JSON.stringify({ session: values["session-id"], literal: values["no-parse-at-references"] ?? false, prompt })}\n`,
);

let snapshots = 0;
for (const step of JSON.parse(prompt.trimEnd().split("\n").at(-1) as string) as Step[]) {
  if ("status" in step) replace(join(attempt, "status.json"), JSON.stringify(step.status));
  else if ("snapshot" in step) {
    const name = `20260102_03040${snapshots++}_000001`;
    replace(join(attempt, step.snapshot[0], name, "answer.txt"), step.snapshot[1]);
  } else if ("output" in step) replace(values["output-file"] as string, step.output);
  else if ("print" in step) process.stdout.write(`${step.print}\n`);
  else if ("warn" in step) process.stderr.write(`${step.warn}\n`);
  else if ("file" in step) replace(step.file[0], step.file[1]);
  else if ("shell" in step) spawnSync("/bin/sh", ["-ec", step.shell], { stdio: ["ignore", 1, 2] });
  else if ("sleep" in step) await delay(step.sleep * 1000);
  else if ("until" in step) while (!existsSync(step.until)) await delay(20);
  else if ("receive" in step) await receive(step.receive);
  else if ("session" in step) {
    replace(".massgen/.session_id", step.session);
    replace(`.massgen/sessions/${step.session}/turn_1/answer.txt`, "saved");
  } else if ("exit" in step) process.exit(step.exit);
  else for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
}

async function receive(state: string): Promise<void> {
  const inbox = ".massgen/runtime_inbox";
  const messages = () =>
    (existsSync(inbox) ? readdirSync(inbox) : []).filter((name) => name.endsWith(".json"));
  while (messages().length === 0) await delay(20);
  const [name = ""] = messages().toSorted();
  renameSync(join(inbox, name), "received.json");
  if (state === "without receipt") return;
  const receipt = { message_id: name.slice(0, -".json".length), agent_id: "solo", state, at: new Date() };
  mkdirSync(attempt, { recursive: true });
  appendFileSync(join(attempt, "message_receipts.jsonl"), `{"torn\n${JSON.stringify(receipt)}\n`);
}

function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}
