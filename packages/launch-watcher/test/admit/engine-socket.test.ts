import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { team } from "../watched-outbox.ts";
import { parent } from "./one-parent.ts";

it("attack 11: a context that shows the engine's socket by a mount of another name is refused", ({
  skip,
}) => {
  const { base, tried } = parent();
  const elsewhere = join(base, "contexts/elsewhere");
  mkdirSync(join(base, "contexts/run/inner"));
  mkdirSync(elsewhere);
  try {
    execFileSync("mount", ["--bind", join(base, "contexts/run"), elsewhere], { stdio: "pipe" });
  } catch (error) {
    if (process.env["RETINUE_REQUIRE_ALL"] === "1") throw error;
    skip(`nothing can be mounted here: ${String(error)}`);
    return;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", elsewhere]));
  const reading = (path: string) => ({ ...team("true"), orchestrator: { context_paths: [path] } });
  expect(tried({ yaml_config: reading(join(elsewhere, "inner")) }).admitted).toBeDefined();
  expect(tried({ yaml_config: reading(elsewhere) })).toEqual({
    refused: expect.stringContaining("shows the engine's socket"),
  });
});
