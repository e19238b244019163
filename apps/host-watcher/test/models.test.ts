import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseWatcherConfig } from "@retinue/launch-watcher";
import { connectBroker } from "@retinue/model-broker";
import { temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { parse } from "yaml";
import { describe, expect, it, onTestFinished } from "vitest";
import { noEngine, place, skipped, watchProgram } from "./watch-program.ts";

const canary = "sk-canary-0123456789abcdef";

it("the example of the README is a configuration", () => {
  const example = readFileSync(join(import.meta.dirname, "../examples/watch.models.yaml"), "utf8");
  expect(parseWatcherConfig(parse(example)).outboxes).toMatchObject([{ models: { openai: ["gpt-5-mini"] } }]);
});

describe.skipIf(noEngine !== undefined)(`retinue-watch with models${skipped}`, () => {
  it("runs a team of models, says which routes work, and what a request could reach", async () => {
    const { config, request, requestFile, response, spool, workspace } = await place();
    const vendor = await startVendorApi({ respond: () => ({ text: "Well met." }) });
    onTestFinished(() => vendor.stop());
    onTestFinished(async () => {
      const broker = await connectBroker(join(spool, "broker/control.sock"))
        .status()
        .catch(() => undefined);
      if (broker !== undefined) process.kill(broker.pid, "SIGKILL");
    });
    const at = { upstream: vendor.url, key_env: "HOST_KEY" };
    const routes = {
      openai: { ...at, models: ["gpt-5-mini"] },
      claude: { ...at, models: ["claude-haiku-4-5"] },
      gemini: { ...at, models: ["gemini-2.5-flash"] },
      local: { upstream: vendor.url, models: ["small"] },
    };
    const text = readFileSync(config, "utf8");
    const models = JSON.stringify({ openai: ["gpt-5-mini"] });
    writeFileSync(
      config,
      `broker: ${JSON.stringify({ routes })}\n${text.replace("  - name: parent\n", `  - name: parent\n    models: ${models}\n`)}`,
    );
    const host = { HOST_KEY: canary };

    const keyless = await watchProgram(["doctor", "--config", config], { HOST_KEY: "" }).ended;
    expect(keyless.stdout).toMatch(/^NO {4}the route openai has its key: .*HOST_KEY is not set/m);
    expect(keyless.stdout).toMatch(/^yes {3}the route local has its key/m);
    expect(vendor.requests).toHaveLength(0);
    const refused = await watchProgram(["once", "--config", config], { HOST_KEY: "" }).ended;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("HOST_KEY") });

    const called = await watchProgram(["doctor", "--call", "--config", config], host).ended;
    for (const name of Object.keys(routes))
      expect(called.stdout).toMatch(new RegExp(`^yes {3}the route ${name} answers: .*: answered`, "m"));
    expect(vendor.requests).toHaveLength(4);

    const agents = [{ id: "one", backend: { type: "openai", model: "gpt-5-mini" } }];
    const asked = { ...request, yaml_config: { ...request.yaml_config, agents } };
    const file = join(temporaryDirectory(), "request.json");
    writeFileSync(file, JSON.stringify(asked));
    const planned = await watchProgram(["plan", file, "--config", config], host).ended;
    expect(JSON.parse(planned.stdout)).toMatchObject({
      models: { routes: { openai: { upstream: vendor.url, models: ["gpt-5-mini"] } } },
      container: { HostConfig: { NetworkMode: "none" } },
    });

    writeFileSync(requestFile, JSON.stringify(asked));
    const { code, stdout } = await watchProgram(["once", "--config", config], host).ended;
    expect(await response()).toMatchObject({ status: "completed", spent: { requests: 1 } });
    expect(code).toBe(0);
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toContain("Well met.");
    expect(planned.stdout + called.stdout + stdout).not.toContain(canary);
  });
});
