import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs of the engine with nobody around them, each in a directory of its own, with a team of one program. */
export function bareRuns(
  engine: readonly string[],
  program: readonly string[],
): Disposable & { run(): Promise<void> } {
  const directory = mkdtempSync(join(tmpdir(), "retinue-bench-bare-"));
  let count = 0;
  return {
    run: async () => {
      const cwd = join(directory, String(count++));
      mkdirSync(cwd);
      writeFileSync(join(cwd, "team.yaml"), JSON.stringify(quickTeam(program, cwd)));
      writeFileSync(join(cwd, "prompt.md"), "Say done.");
      const [file = "", ...args] = engine;
      const flags = ["--config", "team.yaml", "--automation", "--output-file", "answer.txt"];
      const child = spawn(file, [...args, ...flags, "--prompt-file", "prompt.md"], { cwd, stdio: "ignore" });
      const [code] = await once(child, "exit");
      if (code !== 0) throw new Error(`a bare run ended with ${code}`);
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function quickTeam(command: readonly string[], cwd: string) {
  return {
    agents: [{ id: "agent", backend: { type: "command", command, cwd: join(cwd, "agent") } }],
    orchestrator: {
      max_new_answers_per_agent: 1,
      skip_final_presentation: true,
      skip_voting: true,
      coordination: { enable_subagents: false },
    },
  };
}
