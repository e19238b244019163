import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { team, watchedOutbox } from "../watched-outbox.ts";

/** Answers with its prompt, and with the command line of the engine that asked it. */
const agent = team('cat; cat "/proc/$PPID/cmdline"');

describe.skipIf(noEngine !== undefined)(`what an engine is told${skipped}`, () => {
  it.each([
    ["file", /--prompt-file\0\/input\/prompt\.txt/],
    ["argument", /--no-parse-at-references\0--\0## Where things are/],
  ])(
    `its prompt by %s: where the parent's paths are, then the task as it is ${verifies("HOST-TELLS-PLACES")}`,
    async (engine_prompt, commandLine) => {
      const watched = await watchedOutbox({ engine_prompt });
      const [context = ""] = watched.config.outboxes[0]?.context_roots ?? [];
      mkdirSync(join(context, "docs"));
      const workspace = watched.workspace("a");
      const watcher = await watched.start();
      const task = `Read ${context}/docs/guide.md, and say "$(id)" as it is.`;
      const orchestrator = { ...agent.orchestrator, context_paths: [{ path: join(context, "docs") }] };
      watched.put(watched.request("a", { task, yaml_config: { ...agent, orchestrator } }));
      await watcher.answerPending();
      expect(await watched.response("a")).toMatchObject({ status: "completed" });
      const answer = readFileSync(join(workspace, "answer.txt"), "utf8");
      expect(answer).toContain(`- ${workspace} is /workspace\n- ${context}/docs is /context/0\n`);
      expect(answer).toContain(task);
      expect(answer).toMatch(commandLine);
    },
  );
});
