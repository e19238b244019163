import { createSubagentManager } from "@retinue/runtime";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { aProject, changeBy, git } from "../changed-repository.ts";
import { missingBrowser, startBrowser } from "./browser.ts";
import { served } from "./served-page.ts";

const noBrowser = missingBrowser();
const childEngine = [process.execPath, join(import.meta.dirname, "../../../child/dist/main.js")];
const recorded = join(import.meta.dirname, "../../../../packages/recovery/test/fixtures/massgen-logs");

/** Fills the dialog of a button, and sends it. */
async function say(page: Page, button: string, text: string, does: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("textbox").fill(text);
  await page.getByRole("dialog").getByRole("button", { name: does }).click();
}

describe.skipIf(noBrowser !== "")(`the buttons of the page in Chromium${noBrowser}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  async function opened(...args: string[]): Promise<Page> {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(await served(...args));
    return page;
  }

  test("a message reaches a model in its run: the page has its receipt, and the answer is another", async () => {
    const asked = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const api = await startVendorApi({
      respond: async ({ text }) => {
        if (text.includes("Say it in Roman numerals.")) return { text: "XLII" };
        asked.resolve();
        await go.promise;
        return { text: "42" };
      },
    });
    onTestFinished(() => api.stop().catch(() => undefined));
    const workspace = temporaryDirectory();
    const manager = createSubagentManager({
      workspace,
      agents: [
        {
          id: "alpha",
          backend: { type: "chatcompletion", model: "gpt-4o-mini", base_url: `${api.url}/v1` },
        },
      ],
      engine: { kind: "retinue-child", command: childEngine },
      runtimeMode: "inherited",
      environment: { ...process.env, OPENAI_API_KEY: "sk-secret" },
    });
    onTestFinished(() => manager.close());
    const run = await manager.spawn({ task: "What is six times seven?", subagent_id: "sum" });
    const page = await opened("--workspace", workspace);
    await page.getByRole("link", { name: "sum" }).click();
    await asked.promise;
    const inbox = join(run.workspace, ".massgen/runtime_inbox");
    mkdirSync(inbox, { recursive: true });
    const left = Promise.withResolvers<void>();
    const watcher = watch(inbox, (_, name) => {
      if (/^msg_.*\.json$/.test(name ?? "")) left.resolve();
    });
    onTestFinished(() => watcher.close());
    await say(page, "Message", "Say it in Roman numerals.", "Send");
    // The reply comes when the engine has the message.
    await left.promise;
    await eventually("that it is taken", () => readdirSync(inbox).length === 0);
    go.resolve();
    await page.getByRole("status").getByText("Told alpha.").waitFor();
    expect(await run.result).toMatchObject({ status: "completed", answer: "XLII" });
    await page.getByRole("link", { name: "Answers" }).click();
    await page.locator("pre", { hasText: "XLII" }).first().waitFor();
  });

  test("an ended run is continued: the next run of it goes on from the page", async () => {
    const workspace = temporaryDirectory();
    const program = `cat >/dev/null; echo "Answer $RETINUE_RUN $(ls ${workspace} | grep -c again)."`;
    writeFileSync(
      join(workspace, "retinue.yaml"),
      JSON.stringify({
        agents: [{ id: "solo", backend: { type: "command", command: ["sh", "-c", program] } }],
        orchestrator: { coordination: { subagent_runtime_mode: "inherited" } },
      }),
    );
    const manager = createSubagentManager({
      workspace,
      agents: [{ id: "solo", backend: { type: "command", command: ["sh", "-c", program] } }],
      engine: { kind: "retinue-child", command: childEngine },
      runtimeMode: "inherited",
      environment: process.env,
    });
    onTestFinished(() => manager.close());
    const first = await manager.spawn({ task: "Answer.", subagent_id: "twice" });
    expect(await first.result).toMatchObject({ status: "completed" });
    await manager.close();
    writeFileSync(join(workspace, "again"), "");
    const page = await opened("--workspace", workspace);
    await page.getByRole("link", { name: "twice" }).click();
    await page.getByRole("button", { name: "Continue" }).waitFor();
    expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
    await say(page, "Continue", "Once more.", "Start");
    await page.getByRole("status").getByText("Run 2 of twice has begun").waitFor();
    await page.getByRole("link", { name: "Answers" }).click();
    await page.locator("pre", { hasText: / 1\./ }).first().waitFor();
  });

  test("changes are shown as a diff, and applied to the repository; a second time is refused with the remedy", async () => {
    const workspace = aProject();
    await changeBy("editor", workspace, "echo new >> a");
    const page = await opened("--workspace", workspace);
    await page.getByRole("link", { name: "editor" }).click();
    await page.getByRole("link", { name: "Changes" }).click();
    await page.locator(".patch .added", { hasText: "+new" }).waitFor();
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("checkbox", { name: "commit what was applied" }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.getByRole("status").getByText("Applied 1 file, committed as ").waitFor();
    expect(readFileSync(join(workspace, "a"), "utf8")).toBe("as it was\nnew\n");
    expect(git(workspace, "show", "--stat", "--format=%s", "HEAD")).toMatch(/subagent editor[^]* a \| 1 \+/);
    writeFileSync(join(workspace, "a"), "mine\n");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
    await page.getByRole("alert").waitFor();
    expect(readFileSync(join(workspace, "a"), "utf8")).toBe("mine\n");
  });

  test("MassGen's log directories open, by its own files alone: agents, rounds, votes and answers", async () => {
    const page = await opened(join(recorded, "timeout-enforcement-two-votes"));
    await page.getByRole("link", { name: "review" }).first().click();
    await page
      .getByText(/voted for /)
      .first()
      .waitFor();
    expect(await page.locator(".timeline rect.answering").count()).toBeGreaterThan(0);
    expect(await page.getByRole("button").count()).toBe(0);
    await page.getByRole("link", { name: "Recovery" }).click();
    await page.locator(".candidate.taken").waitFor();
    await page.getByRole("link", { name: "Answers" }).click();
    const { answer } = JSON.parse(
      readFileSync(join(recorded, "timeout-enforcement-two-votes/expected.json"), "utf8"),
    ) as { answer: string };
    await page.locator("pre").first().waitFor();
    expect((await page.locator("pre").first().textContent())?.trim()).toBe(answer.trim());
  });
});
