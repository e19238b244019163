import { createSubagentManager } from "@retinue/runtime";
import { temporaryDirectory } from "@retinue/testkit";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { git } from "../changed-repository.ts";
import { missingBrowser, startBrowser } from "./browser.ts";
import { served } from "./served-page.ts";

// Where the pictures are kept: RETINUE_PICTURES=DIR vitest run apps/cli/test/ui/pictures.test.ts
const { RETINUE_PICTURES: kept } = process.env;
const noBrowser = missingBrowser();
const childEngine = [process.execPath, join(import.meta.dirname, "../../../child/dist/main.js")];
const reviewer = [process.execPath, join(import.meta.dirname, "programs/reviewer.mjs")];

const manners = {
  light: { colorScheme: "light", width: 1100, height: 800 },
  dark: { colorScheme: "dark", width: 1100, height: 800 },
  phone: { colorScheme: "light", width: 390, height: 800 },
} as const;

const faulty = `export async function retry(action, limit) {
  let last;
  for (let attempt = 0; attempt <= limit; attempt++) {
    try {
      return await action();
    } catch (error) {
      last = error;
    }
  }
  throw new Error("gave up");
}
`;

/** A repository in which something is to be mended. */
function repository(): string {
  const workspace = join(temporaryDirectory(), "project");
  mkdirSync(join(workspace, "lib"), { recursive: true });
  writeFileSync(join(workspace, "lib/retry.js"), faulty);
  git(workspace, "init", "--quiet", "--initial-branch=main");
  git(workspace, "add", "--all");
  git(workspace, "commit", "--quiet", "--message", "First");
  return workspace;
}

/** A manager whose team of three waits in the middle of its answers until it is let go. */
function reviewing(workspace: string) {
  const go = join(temporaryDirectory(), "go");
  const manager = createSubagentManager({
    workspace,
    agents: ["ada", "grace", "alan"].map((id) => ({
      id,
      backend: { type: "command", command: reviewer, env: { GO_FILE: go } },
    })),
    engine: { kind: "retinue-child", command: childEngine },
    runtimeMode: "inherited",
    environment: process.env,
    coordination: { subagent_max_cost: 0.5 },
  });
  onTestFinished(() => manager.close());
  return { manager, letGo: () => writeFileSync(go, "") };
}

/** Takes the page as it is in each manner, and says where the pictures are. */
async function picture(page: Page, name: string): Promise<string[]> {
  const directory = kept ?? temporaryDirectory();
  mkdirSync(directory, { recursive: true });
  const paths: string[] = [];
  for (const [manner, { colorScheme, ...size }] of Object.entries(manners)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    const path = join(directory, `${name}-${manner}.png`);
    await page.screenshot({ path, fullPage: true });
    // What is wider than a phone is moved in its own frame, never the page as a whole.
    expect({
      name,
      manner,
      wider: await page.evaluate("document.documentElement.scrollWidth > innerWidth"),
    }).toEqual({ name, manner, wider: false });
    paths.push(path);
  }
  return paths;
}

describe.skipIf(noBrowser !== "")(`pictures of the page${noBrowser}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test("of a real run of three as it goes and when it is over, each view, light, dark and on a phone", async () => {
    const workspace = repository();
    const { manager, letGo } = reviewing(workspace);
    const stopped = await manager.spawn({
      task: "Find out why retry() loses errors.",
      subagent_id: "errors",
    });
    const address = await served("--workspace", workspace);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(address);
    await page.getByRole("link", { name: "errors" }).click();
    await page.getByText("attempt begins with 0").nth(2).waitFor();
    await manager.cancel("errors");
    await stopped.result;
    const task = "Review lib/retry.js for faults, and mend what you find.";
    const run = await manager.spawn({ task, subagent_id: "retry-review", changes: { path: "." } });
    const paths: string[] = [];
    const take = async (name: string) => void paths.push(...(await picture(page, name)));
    await page.getByRole("link", { name: "← all subagents" }).click();
    await page.getByRole("link", { name: "retry-review" }).waitFor();
    await page.locator(".status.busy").waitFor();
    await take("list");
    await page.getByRole("link", { name: "retry-review" }).click();
    await page.getByText("attempt begins with 0").nth(2).waitFor();
    await take("team-live");
    await page.getByRole("button", { name: "Message" }).click();
    await take("message");
    await page.getByRole("button", { name: "Not now" }).click();
    letGo();
    expect(await run.result).toMatchObject({ status: "completed", changes: { files: 1 } });
    await page.locator(".status.good").waitFor();
    for (const view of ["Team", "Answers", "Cost", "Changes", "Recovery", "Log"]) {
      await page.getByRole("link", { name: view, exact: true }).click();
      await page.locator(`section[aria-label="${view}"]`).waitFor();
      await page.getByText("Looking…").waitFor({ state: "hidden" });
      await page.waitForLoadState("networkidle", { timeout: 1000 }).catch(() => {});
      await take(view.toLowerCase());
    }
    await page.getByRole("link", { name: "← all subagents" }).click();
    await page.getByRole("link", { name: "errors" }).click();
    await page.getByRole("link", { name: "Recovery", exact: true }).click();
    await page.locator(".ladder").waitFor();
    await take("recovery-stopped");
    for (const path of paths) expect(statSync(path).size).toBeGreaterThan(5000);
  });
});
