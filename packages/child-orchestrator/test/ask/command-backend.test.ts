import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { commandBackend } from "../../src/ask/command/command-backend.ts";
import type { AgentRequest } from "../../src/contract/agent-backend.ts";
import { agentRequest } from "./agent-request.ts";

/** Asks a real program once. */
function ask(
  command: readonly string[],
  request: Partial<AgentRequest> = {},
  backend: Record<string, unknown> = {},
) {
  const workspace = temporaryDirectory();
  const stop = new AbortController();
  const finish = new AbortController();
  const given = agentRequest({ workspace, contextPaths: ["/srv/a b"], finish: finish.signal, ...request });
  const agent = { id: "alpha", backend: { type: "command", command, ...backend } };
  return { reply: commandBackend(agent).respond(given, stop.signal), workspace, stop, finish };
}

const sh = (script: string) => ["sh", "-c", script];
const isAlive = (pid: number) => {
  try {
    // Signal 0 asks only; a zombie still answers, so look at its state.
    process.kill(pid, 0);
    return process.platform !== "linux" || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

describe("the command backend", () => {
  it("gives the prompt on stdin and takes stdout, trimmed, as the answer", async () => {
    expect(await ask(["cat"]).reply).toEqual({ text: "The task.", failure: undefined });
  });

  it("tells the program its part by the environment, in its own directory", async () => {
    const script =
      'echo "$RETINUE_STAGE|$RETINUE_AGENT_ID|$RETINUE_REPLY_FILE|$RETINUE_CONTEXT_PATHS|$EXTRA|$PWD|$HOME"';
    const { reply, workspace } = ask(sh(script), {}, { env: { EXTRA: "set" } });
    const file = join(workspace, "alpha_0.json");
    expect((await reply).text).toBe(`answer|alpha|${file}|["/srv/a b"]|set|${workspace}|`);
  });

  it("explains in the vote stage how to vote, and takes the vote and the usage from the reply file", async () => {
    const document = {
      vote: { for: "agent1.1", reason: "r" },
      usage: { input_tokens: 3, estimated_cost: 0.5 },
    };
    const { reply, workspace } = ask(
      sh(`grep -c RETINUE_REPLY_FILE; printf '%s' '${JSON.stringify(document)}' >"$RETINUE_REPLY_FILE"`),
      {
        stage: "vote",
      },
    );
    expect(await reply).toMatchObject({ ...document, failure: undefined });
    // Nobody reads it again, and a program may have written a key into it.
    expect(existsSync(join(workspace, "alpha_0.json"))).toBe(false);
    expect((await ask(["cat"], { stage: "vote" }).reply).text).toMatch(
      /write one JSON object into the file \/.*alpha_0\.json/,
    );
  });

  it.each([
    ["a program that is missing", ["/no/such/program"], /could not be started: .*ENOENT/],
    ["a program that cannot be run", ["/etc"], /could not be started: .*EACCES/],
    ["an argument with NUL", ["echo", "a\0b"], /could not be started: .*null bytes/],
    [
      "a non-zero exit, with its last words",
      sh("echo half; echo why >&2; exit 4"),
      /exited with 4; its last words: why/,
    ],
    ["a death by signal", sh("kill -9 $$"), /was ended by SIGKILL/],
    ["an empty answer", ["true"], /printed no answer/],
    ["white space for an answer", ["printf", " \n\t"], /printed no answer/],
  ])("fails for %s", async (_, command, reason) => {
    const reply = await ask(command).reply;
    expect(reply.failure).toMatch(reason);
  });

  it("keeps what a failed program says it cost", async () => {
    const { reply } = ask(sh(`echo '{"usage": {"input_tokens": 7}}' >"$RETINUE_REPLY_FILE"; exit 1`));
    expect(await reply).toMatchObject({ failure: expect.any(String), usage: { input_tokens: 7 } });
  });

  it.each([
    ["no JSON", "{", /no JSON/],
    ["a list", "[]", /not valid: \(top\)/],
    ["negative tokens", '{"usage": {"input_tokens": -1}}', /usage\.input_tokens/],
    ["a vote for nothing", '{"vote": {"for": ""}}', /vote\.for/],
  ])(
    "names what is wrong with a reply file that is %s, and takes the answer all the same",
    async (_, text, problem) => {
      const { reply } = ask(sh(`printf '%s' '${text}' >"$RETINUE_REPLY_FILE"; echo answer`));
      expect(await reply).toMatchObject({
        text: "answer",
        failure: undefined,
        problems: [expect.stringMatching(problem)],
      });
    },
  );

  it("is not held up by a reply file that is a FIFO, and follows no link", async () => {
    const fifo = ask(sh('mkfifo "$RETINUE_REPLY_FILE"; echo answer'));
    expect(await fifo.reply).toMatchObject({
      text: "answer",
      problems: [expect.stringContaining("cannot be read")],
    });
    const link = ask(sh('ln -s /etc/hostname "$RETINUE_REPLY_FILE"; echo answer'));
    expect(await link.reply).toMatchObject({
      text: "answer",
      problems: [expect.stringContaining("cannot be read")],
    });
  });

  it("does not need the program to read its prompt", async () => {
    const reply = await ask(["echo", "done"], { prompt: "x".repeat(4 * 1024 * 1024) }).reply;
    expect(reply).toEqual({ text: "done", failure: undefined });
  });

  it("passes a prompt and an answer of megabytes, characters cut nowhere", async () => {
    const prompt = "äö€😀\n".repeat(300_000);
    expect((await ask(["cat"], { prompt }).reply).text).toBe(prompt.trim());
  });

  it("refuses more output than it can keep", async () => {
    const reply = await ask(sh("head -c 20000000 /dev/zero | tr '\\0' x")).reply;
    expect(reply.failure).toMatch(/printed more than 16 MiB/);
  });

  it("kills what a program leaves behind in its group, and is not held up by it", async () => {
    const { reply, workspace } = ask(sh("sleep 600 & echo $! >left; echo answer"));
    expect(await reply).toMatchObject({ text: "answer", failure: undefined });
    const left = Number(readFileSync(join(workspace, "left"), "utf8"));
    await eventually("the end of what was left", () => !isAlive(left));
  });

  it("asks the whole group to stop, then insists: also a program that ignores SIGINT and SIGTERM", async () => {
    const script =
      "trap '' INT TERM; sleep 600 & echo $! >child; echo $$ >new; mv new self; while :; do sleep 600; done";
    const { reply, workspace, stop } = ask(sh(script));
    await eventually("the program", () => existsSync(join(workspace, "self")));
    const pids = ["self", "child"].map((name) => Number(readFileSync(join(workspace, name), "utf8")));
    stop.abort();
    expect((await reply).failure).toMatch(/was ended by SIGKILL/);
    await eventually("the end of both", () => !pids.some(isAlive));
  });

  it("lets a program that is asked to finish give its answer", async () => {
    const { reply, workspace, finish } = ask(
      sh("trap 'echo what I have; exit 0' INT; : >ready; while :; do sleep 0.05; done"),
    );
    await eventually("the program", () => existsSync(join(workspace, "ready")));
    finish.abort();
    expect(await reply).toEqual({ text: "what I have", failure: undefined });
  });

  it("stops at once when the run was interrupted before it started", async () => {
    const stop = new AbortController();
    stop.abort();
    const workspace = temporaryDirectory();
    writeFileSync(join(workspace, "x"), "");
    const agent = { id: "a", backend: { type: "command", command: ["sleep", "600"] } };
    const reply = await commandBackend(agent).respond(agentRequest({ workspace }), stop.signal);
    expect(reply.failure).toMatch(/was ended by SIGINT/);
  });
});
