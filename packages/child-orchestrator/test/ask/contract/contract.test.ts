import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtInBackends } from "@retinue/child-orchestrator";
import { eventually, installedProgram, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AgentRequest } from "../../../src/contract/agent-backend.ts";
import { agentRequest, heardDraft } from "../agent-request.ts";
import { modelReply, programs, secret, subjects, type Moment, type Subject } from "./subjects.ts";

/** A backend of its own, in a place of its own, whose model is at something. */
async function asking({ backend }: Subject, moment: Moment, more: Partial<AgentRequest> = {}) {
  const api = await startVendorApi({ respond: (request) => modelReply(moment, request) });
  onTestFinished(() => api.stop());
  const directory = temporaryDirectory("retinue-contract-");
  const [home, workspace, scratch, TMPDIR] = ["home", "workspace", "scratch", "tmp"].map((name) =>
    join(directory, name),
  ) as [string, string, string, string];
  for (const path of [join(home, ".gemini"), workspace, scratch, TMPDIR])
    mkdirSync(path, { recursive: true });
  const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
  writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
  const keys = { ANTHROPIC_API_KEY: secret, OPENAI_API_KEY: secret, GEMINI_API_KEY: secret };
  const config = backend(moment, api.url, join(directory, "log"));
  const factory = await builtInBackends[config.type]?.();
  if (factory === undefined) throw new Error(`there is no backend ${config.type}`);
  const draft = heardDraft();
  const stop = new AbortController();
  const request = agentRequest({
    workspace,
    draft,
    environment: { PATH: programs, HOME: home, TMPDIR, ...keys },
    scratch: { directory: scratch, name: "alpha_0" },
    hideKeys: (text) => text.replaceAll(secret, "***"),
    ...more,
  });
  const respond = () => factory({ id: "alpha", backend: config }).respond(request, stop.signal);
  return { api, draft, stop, workspace, respond };
}

/** Processes that work in a directory end with their agent, killed at the latest as it settles. */
const allEnded = (directory: string) =>
  eventually("nothing is left running", () => workingIn(directory).length === 0, 5);

const workingIn = (directory: string) =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(directory);
    } catch {
      return false;
    }
  });

const vote = { stage: "vote", ballot: { labels: ["agent1.1", "agent2.1"], mayAnswer: true } } as const;

describe.each(subjects.map((subject) => [subject.name, subject] as const))(
  "a backend, %s",
  (_name, subject) => {
    const missing = subject.needs && installedProgram(subject.needs).missing;
    const why = missing === undefined ? "" : ` (skipped: ${missing})`;
    const timeout = 120_000;

    it.skipIf(missing !== undefined)(
      `answers; its words are heard, and its tokens counted${why}`,
      { timeout },
      async () => {
        // What another kind of backend has kept is not its session.
        const session = { program: "another", id: "nonesuch" };
        const { respond, draft, workspace } = await asking(subject, "answer", { session });
        const reply = await respond();
        expect(reply).toMatchObject({ text: "The answer is 42.", usage: { input_tokens: 1000 } });
        expect(reply.failure).toBeUndefined();
        expect(draft.said()).toContain("The answer is 42.");
        await allEnded(workspace);
      },
    );

    it.skipIf(missing !== undefined)(`votes${why}`, { timeout }, async () => {
      const { respond } = await asking(subject, "vote", vote);
      const reply = await respond();
      expect(reply).toMatchObject({ vote: { for: "agent2.1", reason: "says most" } });
      expect(reply.failure).toBeUndefined();
    });

    it.skipIf(missing !== undefined)(
      `stopped in the middle it fails, and leaves nothing running${why}`,
      { timeout },
      async () => {
        const { respond, draft, stop, workspace, api } = await asking(subject, "hang");
        const reply = respond();
        const isAtIt = () =>
          subject.inPieces ? draft.said().includes("Half of it") : api.requests.length > 0;
        await eventually("its work", isAtIt, 60);
        stop.abort();
        expect((await reply).failure).toMatch(/./);
        await allEnded(workspace);
      },
    );

    it.skipIf(missing !== undefined)(
      `stopped before it has begun it fails, and asks nobody${why}`,
      { timeout },
      async () => {
        const { respond, stop, workspace, api } = await asking(subject, "answer");
        stop.abort();
        expect((await respond()).failure).toMatch(/./);
        expect(api.requests).toEqual([]);
        await allEnded(workspace);
      },
    );

    it.skipIf(missing !== undefined)(
      `does not reject for what went wrong, and shows no key in saying so${why}`,
      { timeout },
      async () => {
        const { respond, workspace } = await asking(subject, "fail");
        const { text, failure } = await respond();
        expect({ text, failure }).toEqual({ text: "", failure: expect.stringMatching(/./) });
        expect(failure).not.toContain(secret);
        await allEnded(workspace);
      },
    );
  },
);

it("every kind of backend that there is, is under the contract", () => {
  const types = subjects.map((subject) => subject.backend("answer", "http://127.0.0.1:1", "/dev/null").type);
  expect([...new Set(types)].toSorted()).toEqual(Object.keys(builtInBackends).toSorted());
});
