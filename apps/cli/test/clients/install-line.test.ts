import { installedProgram } from "@retinue/testkit";
import { startVendorApi, type VendorRequest } from "@retinue/testkit/vendor-api";
import { execFile, execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { person } from "../retinue-in.ts";
import { installNpm } from "./local-registry.ts";
import { ask, offers, realClients, resultsIn, toolResult } from "./real-client.ts";

const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
const run = promisify(execFile);
const task = "Name the capital of Assyria, task-alpha.";

/** The subagent is the same program, at the same vendor: it has the task, and not our tools. */
function subagentSays({ path, text }: VendorRequest): string {
  // Gemini CLI asks a small model which one to take, and asks again for minutes while it gets no score.
  if (path.endsWith(":generateContent")) return '{"complexity_reasoning": "simple", "complexity_score": 10}';
  return text.includes(task) ? "It was Assur." : "ok";
}

describe.each(realClients)("from an empty folder with only $program on PATH", (client) => {
  const { missing } = installedProgram(client.program);

  test.skipIf(missing)(
    `the install line and one prompt give a subagent's answer ${missing ?? ""}`,
    async () => {
      const line = new RegExp(`^npx .*\\bconfig ${client.name}\\b.*$`, "m").exec(readme)?.[0] as string;
      const call = client.call("spawn_subagents", { tasks: [{ task }], refine: false });
      let given: string | undefined;
      const api = await startVendorApi({
        respond: (request) => {
          if (!offers(request, call)) return { text: subagentSays(request) };
          given ??= toolResult(request);
          return given === undefined ? { toolCalls: [call] } : { text: "finally, all is told" };
        },
      });
      onTestFinished(() => api.stop());
      const somebody = person(client.program);
      const { work, environment } = somebody;
      client.logIn(somebody, api.url);
      await installNpm(somebody, ["cli", "subagent-server", "child"]);
      expect(readdirSync(work)).toEqual([]);

      const installed = await run("sh", ["-c", line], { cwd: work, env: environment, timeout: 180_000 });
      expect(installed.stdout).toContain("can spawn subagents now");
      const { status, stdout, stderr } = await ask(client, somebody, "Ask a subagent.");
      expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("finally, all is told");
      const results = resultsIn(given ?? "");
      expect(results).toMatchObject([{ status: "completed", answer: "It was Assur.", error: null }]);
      expect(results[0]?.warning).toMatch(new RegExp(`no team is configured: .*\\b${client.team}\\b`));
      expect(readdirSync(work).toSorted()).toEqual([".massgen", "subagents"]);
      execFileSync("git", ["init", "--quiet"], { cwd: work });
      const seen = ["status", "--porcelain", "--untracked-files=all"];
      expect(execFileSync("git", seen, { cwd: work, encoding: "utf8" })).toBe("");
    },
    400_000,
  );
});
