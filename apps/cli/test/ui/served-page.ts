import { eventually } from "@retinue/testkit";
import { expect, onTestFinished } from "vitest";
import { startCli } from "../start-cli.ts";

/** The page's address, of a `retinue ui` that ends with the test. */
export async function served(...args: string[]): Promise<string> {
  const run = startCli("ui", ...args);
  onTestFinished(async () => {
    run.process.kill("SIGTERM");
    expect(await run.exited).toBe(0);
  });
  await eventually("the address", () => run.stdout().endsWith("\n") || run.process.exitCode !== null);
  expect(run.stdout()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n$/);
  return run.stdout().trim();
}
