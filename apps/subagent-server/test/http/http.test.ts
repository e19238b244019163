import { eventually, temporaryDirectory } from "@retinue/testkit";
import { existsSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { initialize, rawServer } from "../serve/raw-server.ts";
import { httpClient, httpServer } from "./http-server.ts";

const spawn = (id: string, more: object = {}) => ({
  name: "spawn_subagents",
  arguments: { tasks: [{ task: "work", subagent_id: id }], ...more },
});

describe("retinue-mcp --http", () => {
  test.each(["auto", "legacy"] as const)(
    "a client that negotiates %s runs a blocking spawn, with progress",
    async (mode) => {
      const { url, token = "" } = await httpServer(parentWorkspace({ seconds: 1 }));
      const client = await httpClient(url, token, { versionNegotiation: { mode } });
      const messages: (string | undefined)[] = [];
      const reply = await client.callTool(spawn("a"), {
        onprogress: ({ message }) => void messages.push(message),
      });
      expect(reply.structuredContent).toMatchObject({
        success: true,
        results: [{ subagent_id: "a", answer: "the work is done" }],
      });
      expect(messages[0]).toBe("a: pending");
    },
  );

  test("what a request does not wait for any more is offered by the next, once", async () => {
    const workspace = parentWorkspace({ seconds: 1 });
    const { url, token = "" } = await httpServer(workspace);
    const client = await httpClient(url, token, { versionNegotiation: { mode: "auto" } });
    const givenUp = new AbortController();
    const broken = client.callTool(spawn("a"), { signal: givenUp.signal }).catch(() => "given up");
    await eventually("the run", () => existsSync(join(workspace, "subagents/a/workspace/.massgen")));
    givenUp.abort();
    expect(await broken).toBe("given up");
    await eventually("its answer", () => existsSync(join(workspace, "subagents/a/workspace/answer.txt")));
    const offers: unknown[] = [];
    const refused = { name: "continue_subagent", arguments: { subagent_id: "nobody", message: "m" } };
    await eventually("the offer", async () => {
      const { structuredContent } = await client.callTool(refused);
      const { finished_since_last_call: finished } = structuredContent as Record<string, unknown>;
      if (finished !== undefined) offers.push(finished);
      return offers.length > 0;
    });
    const after = await client.callTool(refused);
    expect(after.structuredContent).not.toHaveProperty("finished_since_last_call");
    expect(offers).toMatchObject([[{ subagent_id: "a", answer: "the work is done" }]]);
  });

  test("the token may come from a file; nothing is said of it then, and another is refused", async () => {
    const directory = temporaryDirectory();
    const file = join(directory, "token");
    writeFileSync(file, "a-token-of-our-own-making\n");
    const { url, server } = await httpServer(parentWorkspace(), ["--http-token-file", file]);
    const client = await httpClient(url, "a-token-of-our-own-making", {});
    expect((await client.listTools()).tools.length).toBeGreaterThan(2);
    expect(server.stderr()).not.toContain("Bearer");
    await expect(httpClient(url, "a-token-of-somebody-else", {})).rejects.toThrow(/Send the server's token/);
  });

  test.each<[what: string, headers: Record<string, string>, status: number]>([
    ["no token", {}, 401],
    ["another token", { Authorization: "Bearer abc" }, 401],
    ["a foreign Host", { Host: "evil.example.com", Authorization: "right" }, 403],
    ["a foreign Origin", { Origin: "http://evil.example.com", Authorization: "right" }, 403],
    ["all that it takes", { Origin: "http://localhost:3000", Authorization: "right" }, 200],
  ])("%s: %#", async (_what, headers, status) => {
    const workspace = parentWorkspace();
    const { url, token = "" } = await httpServer(workspace);
    const own = headers["Authorization"] === "right" && { Authorization: `Bearer ${token}` };
    expect(await post(url, { ...headers, ...own })).toBe(status);
    expect(existsSync(join(workspace, "subagents"))).toBe(false);
  });

  test("it listens on the loopback interface alone, and goes at SIGTERM", async () => {
    const { server, url } = await httpServer(parentWorkspace());
    expect(new URL(url).hostname).toBe("127.0.0.1");
    server.process.kill("SIGTERM");
    expect((await server.exited)[0]).toBe(0);
    expect(server.stdout()).toBe("");
  });

  test.each<[what: string, args: (port: string) => string[], said: RegExp]>([
    ["a port that is taken", (port) => ["--http", port], /EADDRINUSE.*Choose another/],
    ["no port", () => ["--http", "70000"], /--http must be a port from 0 to 65535, not "70000"/],
    [
      "a file that is missing",
      () => ["--http", "0", "--http-token-file", "/nowhere"],
      /\/nowhere .*does not exist/,
    ],
  ])("%s ends the start with exit code 2", async (_what, args, said) => {
    const { url } = await httpServer(parentWorkspace());
    const second = rawServer({ cwd: parentWorkspace(), args: args(new URL(url).port) });
    expect((await second.exited)[0]).toBe(2);
    expect(second.stderr()).toMatch(said);
  });
});

/** The status of a POST with exactly these headers. */
function post(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const all = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    ...headers,
  };
  const sent = request(url, { method: "POST", headers: all }, (response) => {
    response.resume().on("end", () => resolve(response.statusCode));
  });
  sent.on("error", reject).end(JSON.stringify(initialize));
  return promise;
}
