import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { canary } from "../watched-outbox.ts";
import { leaks, modelOutbox } from "./model-outbox.ts";

// An engine that knows only TCP, and says all that it can find of itself.
const engine = `
  const fs = require("node:fs");
  const found = [JSON.stringify(process.env)];
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)))
    for (const name of ["environ", "cmdline", "maps"])
      try { found.push(fs.readFileSync("/proc/" + pid + "/" + name, "latin1")); } catch {}
  const ask = (address, body) =>
    fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
      .then(async (answer) => answer.status + " " + (await answer.text()), (error) => String(error.cause ?? error));
  const said = [];
  const body = { model: "gpt-5-mini", input: "hello" };
  (async () => {
    said.push(await ask(process.env.OPENAI_BASE_URL + "/responses", body));
    said.push(await ask(process.env.OPENAI_BASE_URL + "/responses", { ...body, model: "o1-pro" }));
    said.push(await ask("http://127.0.0.1:48484/claude/v1/messages", body));
    said.push(await ask("http://1.1.1.1/", {}));
    fs.writeFileSync("/workspace/answer.txt", JSON.stringify({ said, found, models: fs.readdirSync("/models") }));
  })();
`;

describe.skipIf(noEngine !== undefined)(`a program that knows only TCP${skipped}`, () => {
  it("asks its models through the bridge, and nothing else; no key is near it", async () => {
    const watched = await modelOutbox(
      { steps: [{ reply: { text: "Well met." } }] },
      { engine_prompt: "argument", engine_command: ["sh", "-c", 'exec node -e "$0"', engine] },
    );
    const workspace = watched.workspace("a");
    await watched.start();
    const agents = [{ id: "one", backend: { type: "openai", model: "gpt-5-mini" } }];
    watched.put(watched.request("a", { yaml_config: { agents } }));
    expect(await watched.response("a")).toMatchObject({ status: "completed", exit_code: 0 });
    const { said, found, models } = JSON.parse(readFileSync(join(workspace, "answer.txt"), "utf8"));
    expect(said[0]).toMatch(/^200 .*Well met/s);
    expect(said[1]).toMatch(/^403 .*o1-pro/s);
    // Its outbox may ask it, and this team does not.
    expect(said[2]).toMatch(/^404 /);
    expect(said[3]).toMatch(/ENETUNREACH|EHOSTUNREACH/);
    expect(models).toEqual(["model.sock"]);
    expect(found.length).toBeGreaterThan(3);
    expect(JSON.stringify(found)).not.toContain(canary);
    expect(leaks(watched)).toEqual([]);
  });
});
