import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, quick, vendorApi, type ModelType } from "./model-team.ts";
import { call } from "./tool-calls.ts";

const decided = { reply: { toolCalls: [call("new_answer", { content: "done" })] } };
const sandboxed = { RETINUE_SANDBOXED: "1" };
const needsShell = { ...quick, shell: "required" };
const environment = { PATH: process.env["PATH"] ?? "", OPENAI_API_KEY: "sk-secret" };

/** What commands give the model, all called in one turn, and the tools that it was offered. */
async function ran(
  commands: readonly (string | Record<string, unknown>)[],
  { type = "chatcompletion", orchestrator = needsShell, more = sandboxed as Record<string, string> } = {},
) {
  const toolCalls = commands.map((one) => call("run", typeof one === "string" ? { command: one } : one));
  const api = await vendorApi({ steps: [{ reply: { toolCalls } }, decided] });
  const keys = { ANTHROPIC_API_KEY: "sk-secret", GEMINI_API_KEY: "sk-secret" };
  const run = await modelTeam([modelAgent("alpha", type as ModelType, api)], orchestrator, {
    environment: { ...environment, ...keys, ...more },
  });
  expect(run.outcome).toMatchObject({ kind: "answered", answer: "done" });
  const [first, second] = api.requests;
  const results = (second?.messages ?? []).filter(({ role }) => role === "tool").map(({ text }) => text);
  return { ...run, results, tools: (first?.tools ?? []).map(({ name }) => name), told: first?.text ?? "" };
}

describe("the run tool", () => {
  it.each(modelTypes)("runs a command in the agent's directory, for %s", async (type) => {
    const { results, directory, tools, told } = await ran(
      ["echo written > a.txt; pwd; echo wrong >&2; cat; exit 3", "kill -TERM $$"],
      { type },
    );
    expect(tools).toContain("run");
    expect(told).toContain("You can run commands with run.");
    const [workspace = ""] = globSync(join(directory, "agent_1_*"));
    expect(results).toEqual([
      `${workspace}\nwrong\n(it exited with 3)`,
      expect.stringMatching(/^\(it was ended by SIGTERM\)$/),
    ]);
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("written\n");
  });

  it.each([
    ["is needed and no sandbox is there", needsShell, {}],
    ["is needed and something else says so", needsShell, { RETINUE_SANDBOXED: "yes" }],
    ["is not needed in a sandbox", quick, sandboxed],
  ])("is not there where a shell %s", async (_when, orchestrator, more) => {
    const { results, tools, told } = await ran(["echo hello"], {
      orchestrator: orchestrator as typeof needsShell,
      more: more as Record<string, string>,
    });
    expect(tools).toContain("read_file");
    expect(tools).not.toContain("run");
    expect(told).not.toContain("run commands");
    expect(results).toEqual(["error: there is no tool run"]);
  });

  it("has no key in its environment, keeps the mark of its run, and has no terminal", async () => {
    const { results } = await ran(["env; tty; (: </dev/tty) 2>&1"], {
      more: { ...sandboxed, RETINUE_RUN: "the-mark", LANG: "C" },
    });
    const [said = ""] = results;
    expect(said).toContain("RETINUE_RUN=the-mark");
    expect(said).toContain("not a tty");
    expect(said).toMatch(/cannot open \/dev\/tty|\/dev\/tty: No such/);
    expect(said).not.toContain("API_KEY");
  });

  it("gives the end of what is printed, and says how much is left out", async () => {
    const { results } = await ran(["seq 1 200000; echo the end"]);
    const [said = ""] = results;
    expect(said.length).toBeLessThan(51_000);
    expect(said).toMatch(/^\(\d{7} bytes before this are left out\)\n/);
    expect(said).toMatch(/199999\n200000\nthe end\n\(it exited with 0\)$/);
  });

  it("says what is wrong with a call, and the round goes on", async () => {
    const { results } = await ran([
      { cmd: "ls" },
      { command: " " },
      { command: "ls", seconds: 0 },
      { command: "ls", seconds: 601 },
      { command: "ls", seconds: "5" },
    ]);
    const wrong = 'error: "seconds" has to be a whole number from 1 to 600';
    const none = 'error: "command" has to be a text';
    expect(results).toEqual([none, none, wrong, wrong, wrong]);
  });

  it("stops a command when its time is up, and what it left running with it", async () => {
    const { results, directory } = await ran([
      { command: "sleep 600 & echo $! > child; echo begun; wait", seconds: 1 },
    ]);
    expect(results[0]).toMatch(/^begun\n\(it .*, stopped after 1 s\)$/);
    const [file = ""] = globSync(join(directory, "agent_1_*/child"));
    await eventually("its end", () => !isRunning(readFileSync(file, "utf8").trim()));
  });

  it(
    "ends with its whole group when the run is stopped, also where it hears nothing",
    { timeout: 60_000 },
    async () => {
      const directory = temporaryDirectory("retinue-stopped-");
      const command = "trap '' INT TERM; sleep 600 & echo $! $$ > children; wait; sleep 600";
      const api = await vendorApi({ steps: [{ reply: { toolCalls: [call("run", { command })] } }] });
      const interruption = new AbortController();
      const team = modelTeam([modelAgent("alpha", "chatcompletion", api)], needsShell, {
        workspace: directory,
        environment: { ...environment, ...sandboxed },
        signal: interruption.signal,
      });
      const file = await eventually("the command", () =>
        globSync(join(directory, "agent_1_*/children")).find((path) => readFileSync(path, "utf8") !== ""),
      );
      const processes = readFileSync(file, "utf8").trim().split(" ");
      expect(processes.map(isRunning)).toEqual([true, true]);
      interruption.abort();
      expect((await team).outcome).toMatchObject({ kind: "interrupted" });
      await eventually("their end", () => !processes.some(isRunning));
    },
  );
});

function isRunning(pid: string): boolean {
  const status = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
  return status !== "" && !/\) [ZX] /.test(status);
}
