import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const log = "log_20990101_000000";
/** What a link that a child makes may lead to, and where an attempt lies beneath it. */
const ways: Readonly<Record<string, readonly string[]>> = {
  directory: ["", "turn_1/attempt_1", "agent1"],
  attempt_1: [""],
  turn_1: ["attempt_1"],
  log: ["turn_1/attempt_1"],
  massgen_logs: [`${log}/turn_1/attempt_1`],
  ".massgen": [`massgen_logs/${log}/turn_1/attempt_1`],
};

/** Directories outside that are built as a host expects them, with the secret in every file. */
export function plantOutside(outside: string, secret: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write(join(outside, "hard.txt"), "a file that has a second name in a workspace\n");
  const tree = join(outside, "tree");
  write(join(tree, "secret.txt"), secret);
  for (const [name, attempts] of Object.entries(ways)) {
    write(join(tree, name, "answer.txt"), secret);
    for (const attempt of attempts) {
      const at = join(tree, name, attempt);
      write(join(at, "status.json"), JSON.stringify(statusWith(secret)));
      for (const file of [
        "answer.txt",
        "agent1/20260102_190132_000001/answer.txt",
        "final/agent1/answer.txt",
      ])
        write(join(at, file), secret);
    }
  }
  for (const massgen of [".massgen", "directory"]) {
    write(join(tree, massgen, ".session_id"), `session-${secret}`);
    write(join(tree, massgen, "sessions", `session-${secret}`, "turn_1/answer.txt"), secret);
    write(join(tree, massgen, "turn_1/answer.txt"), secret);
  }
}

function statusWith(secret: string): object {
  return {
    meta: { question: secret },
    coordination: { phase: "presentation", active_agent: secret },
    agents: { agent1: { status: secret, answer_count: 1, error: secret } },
    results: { winner: "agent1", final_answer_preview: secret, votes: {} },
    warnings: [secret],
  };
}
