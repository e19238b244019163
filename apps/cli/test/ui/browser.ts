import axe from "axe-core";
import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";

const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

/** Says for a test's name that there is no browser; where everything is required that is an error. */
export function missingBrowser(): string {
  if (program !== undefined) return "";
  if (process.env["RETINUE_REQUIRE_ALL"] !== undefined) throw new Error("chromium is not installed");
  return " (chromium is not installed: apt-get install chromium)";
}

export async function startBrowser(): Promise<Browser> {
  // As root, and in containers, its own sandbox cannot be made.
  return chromium.launch({ executablePath: program ?? "", args: ["--no-sandbox", "--disable-gpu"] });
}

/** What axe finds wrong on a page as it is now. The policy of the page lets nothing be put in: it is evaluated. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`,
  );
}
