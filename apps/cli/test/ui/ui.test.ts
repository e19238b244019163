import { createSubagentManager, workspaceIndexOf } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { request } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { liveRun } from "../live-run.ts";
import { startCli } from "../start-cli.ts";
import { axeFindings, missingBrowser, startBrowser } from "./browser.ts";
import { served } from "./served-page.ts";

const noBrowser = missingBrowser();
const engine = [process.execPath, join(import.meta.dirname, "../engine.mjs")];
const childEngine = [process.execPath, join(import.meta.dirname, "../../../child/dist/main.js")];

/** A manager of a workspace whose three agents wait until they are let go. */
function threeOf(workspace: string) {
  const go = join(workspace, "go");
  const command = [process.execPath, join(import.meta.dirname, "programs/team-member.mjs")];
  const manager = createSubagentManager({
    workspace,
    agents: ["ada", "grace", "alan"].map((id) => ({
      id,
      backend: { type: "command", command, env: { GO_FILE: go } },
    })),
    engine: { kind: "retinue-child", command: childEngine },
    runtimeMode: "inherited",
    environment: process.env,
  });
  onTestFinished(() => manager.close());
  return { manager, letGo: () => writeFileSync(go, "") };
}

/** A workspace with a run that goes on until it is stopped. */
async function endless(workspace: string, id = "endless") {
  const manager = createSubagentManager({
    workspace,
    agents: [{ id: "solo", backend: { type: "command", command: ["true"] } }],
    engine: { kind: "retinue-child", command: engine },
    runtimeMode: "inherited",
    environment: process.env,
    workspaceIndex: workspaceIndexOf(process.env),
  });
  onTestFinished(() => manager.close());
  return manager.spawn({ task: "Work for ever.", subagent_id: id });
}

/** What a request is answered, with headers that fetch would not send. */
function answered(url: string, headers: Record<string, string>, method = "GET") {
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      });
      sent.on("error", reject).end();
    },
  );
}

describe("the server of the page", () => {
  test("--all tells of a workspace that comes to be while it is looked at", async () => {
    const { origin, hash } = new URL(await served("--all"));
    const leaving = new AbortController();
    const { body } = await fetch(`${origin}/api/runs`, {
      headers: { authorization: `Bearer ${hash.slice("#token=".length)}` },
      signal: leaving.signal,
    });
    onTestFinished(() => leaving.abort());
    const workspace = temporaryDirectory();
    await endless(workspace, "latecomer");
    let told = "";
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      told += text;
      if (told.includes(`"id":"latecomer","place":${JSON.stringify(workspace)}`)) return;
    }
    expect.unreachable(`the stream ended with ${told}`);
  });

  test("answers under its own name, to its own pages, and who knows the token", async () => {
    const workspace = temporaryDirectory();
    await endless(workspace);
    const { origin, hash, host, port } = new URL(await served("--workspace", workspace));
    const token = { authorization: `Bearer ${hash.slice("#token=".length)}` };
    const runs = `${origin}/api/runs`;
    const cancel = `${runs}/x/cancel`;
    const status = async (...args: Parameters<typeof answered>) => (await answered(...args)).status;

    expect(await status(runs, token)).toBe(200);
    expect(await status(runs, {})).toBe(401);
    expect(await status(runs, { authorization: "Bearer AAAA" })).toBe(401);
    expect(await status(runs, { ...token, host: "evil.example" })).toBe(403);
    expect(await status(runs, { ...token, host: "127.0.0.1:1" })).toBe(403);
    expect(await status(origin, { host: `evil.example:${port}` })).toBe(403);
    expect(await status(cancel, { ...token, origin: "http://evil.example" }, "POST")).toBe(403);
    expect(await status(cancel, { ...token, origin: `http://localhost:${port}` }, "POST")).toBe(403);
    expect(await status(cancel, { ...token, origin: `http://${host}`, "content-length": "0" }, "POST")).toBe(
      409,
    );
    expect(await status(`${origin}/../package.json`, {})).toBe(404);

    const page = await answered(origin, {});
    expect(page.status).toBe(200);
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  });

  test("refuses a directory without runs, and a port that is none", async () => {
    const nothing = startCli("ui", temporaryDirectory());
    expect(await nothing.exited).toBe(2);
    expect(nothing.stderr()).toContain("holds no log of a subagent");
    const port = startCli("ui", "--port", "70000");
    expect(await port.exited).toBe(2);
    expect(port.stderr()).toContain("--port 70000");
  });
});

describe.skipIf(noBrowser !== "")(`the page in Chromium${noBrowser}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("shows a run of three from spawn to result, with markup as text, and axe finds nothing", async () => {
    const workspace = temporaryDirectory();
    mkdirSync(join(workspace, "subagents"));
    const address = await served("--workspace", workspace);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(address);
    await page.getByText("There are no subagents here yet").waitFor();
    expect(page.url()).not.toContain("token");

    const { manager, letGo } = threeOf(workspace);
    const run = await manager.spawn({ task: "Say <b>who</b> you are.", subagent_id: "team" });
    await page.getByRole("link", { name: "team" }).click();
    for (const name of ["ada", "grace", "alan"]) await page.getByText(`${name} begins.`).waitFor();
    letGo();
    expect(await run.result).toMatchObject({ status: "completed" });
    await page.locator(".status.good").waitFor();
    expect(await page.title()).not.toContain("taken over");
    await page.getByRole("link", { name: "Answers" }).click();
    await page
      .locator("pre", { hasText: `<script>document.title = "taken over"</script>` })
      .first()
      .waitFor();
    expect(await page.locator("main script").count()).toBe(0);

    // Of a desk, and of a phone.
    for (const width of [1280, 390])
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        for (const view of ["Team", "Answers", "Cost", "Changes", "Recovery", "Log"]) {
          await page.getByRole("link", { name: view, exact: true }).click();
          await page.locator(`section[aria-label="${view}"]`).waitFor();
          const at = { view, colorScheme, width };
          expect({ ...at, found: await axeFindings(page) }).toEqual({ ...at, found: [] });
        }
        await page.getByRole("link", { name: "← all subagents" }).click();
        await page.getByRole("link", { name: "team" }).waitFor();
        expect({ colorScheme, width, found: await axeFindings(page) }).toEqual({
          colorScheme,
          width,
          found: [],
        });
        await page.getByRole("link", { name: "team" }).click();
      }
  });

  test("a button stops a run, after it was confirmed by keyboard", async () => {
    const workspace = temporaryDirectory();
    const run = await endless(workspace);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(await served("--workspace", workspace));
    await page.getByRole("link", { name: "endless" }).click();
    await page.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Stop endless").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("endless was stopped: partial").waitFor();
    expect(await run.result).toMatchObject({ status: "partial" });
  });

  test("the browser makes no script and no markup of text, whoever asks it to", async () => {
    const workspace = temporaryDirectory();
    mkdirSync(join(workspace, "subagents"));
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(await served("--workspace", workspace));
    await page.getByText("There are no subagents here yet").waitFor();
    const tried = (what: string) =>
      page.evaluate(`(() => { try { ${what}; return "done"; } catch (error) { return error.name; } })()`);
    expect(await tried(`document.body.innerHTML = "<b>bold</b>"`)).toBe("TypeError");
    await tried(
      `const script = document.createElement("script"); script.append("globalThis.ran = true"); document.head.append(script)`,
    );
    expect(await page.evaluate("globalThis.ran")).toBeUndefined();
  });

  test("a wrong token shows nothing, and a directory is only looked at", async () => {
    const directory = temporaryDirectory();
    const live = liveRun(directory);
    live.writeStatus("{}");
    live.end("partial");
    const address = await served(directory);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(address.replace(/token=.*/, `token=${"A".repeat(43)}`));
    await page.getByRole("alert").getByText("no valid token").waitFor();
    await page.goto("about:blank");
    await page.goto(address);
    await page.getByRole("link", { name: "review" }).click();
    await page.getByRole("heading", { name: "review" }).waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
  });
});
