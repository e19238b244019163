import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory, verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { noEngine, place, skipped, watchProgram } from "./watch-program.ts";

// What would clear a screen, go back over what was written, and turn text around.
const hostile = "\u001B[2J\u009B2Jok\b\b\rno\u202Etxt.exe\u2066";
// oxlint-disable-next-line no-control-regex
const obeyed = /[^\n -~]/;

describe.skipIf(noEngine !== undefined)(`what a parent and a child wrote, on a terminal${skipped}`, () => {
  it(`attack 21: is in the log as text, and as it was in the JSON ${verifies("HOST-SHOWS")}`, async () => {
    const { config, request, requestFile, response } = await place();
    const engine = JSON.stringify(["sh", "-c", `printf '%s' '${hostile}' >&2; exit 3`]);
    writeFileSync(config, `${readFileSync(config, "utf8")}engine_command: ${engine}\n`);
    writeFileSync(requestFile, JSON.stringify(request));
    const { code, stdout } = await watchProgram(["once", "--config", config]).ended;
    expect(code).toBe(0);
    expect(stdout).not.toMatch(obeyed);
    const decided = stdout.split("\n").find((line) => line.includes('"decided"'));
    expect(JSON.parse(decided ?? "")).toMatchObject({ reason: hostile });
    expect(await response()).toMatchObject({ status: "error", exit_code: 3, stderr_tail: hostile });
  });

  it("attack 21: is in the plan and in a refusal as text", async () => {
    const { config, request } = await place();
    const path = join(temporaryDirectory(), "request.json");
    const agents = [{ id: "one", system_message: hostile, backend: { type: "command", command: ["x"] } }];
    writeFileSync(path, JSON.stringify({ ...request, yaml_config: { agents } }));
    const planned = await watchProgram(["plan", path, "--config", config]).ended;
    expect(planned.stdout).not.toMatch(obeyed);
    expect(JSON.parse(planned.stdout).config.agents[0].system_message).toBe(hostile);
    writeFileSync(path, JSON.stringify({ ...request, workspace: `/${hostile}` }));
    const refused = await watchProgram(["plan", path, "--config", config]).ended;
    expect(refused.stderr).toContain("txt.exe");
    expect(refused.stderr).not.toMatch(obeyed);
  });

  it("attack 7: a request that is a YAML bomb is not read as YAML", async () => {
    const { config } = await place();
    const path = join(temporaryDirectory(), "request.json");
    writeFileSync(path, `a: ${"[".repeat(3000)}`);
    const { code, stderr } = await watchProgram(["plan", path, "--config", config]).ended;
    expect(code).toBe(1);
    expect(stderr).toContain("not JSON");
  });
});
