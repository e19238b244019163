import { readFileSync } from "node:fs";
import * as coordinationConfig from "@retinue/coordination-config";
import { expect, it } from "vitest";
import { parse } from "yaml";

it("the example of the README runs and prints a configuration", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const example = /```ts\nimport .*\n([^]*?)```/.exec(readme)?.[1] ?? "";
  const printed: string[] = [];
  const run = new Function("childConfig", "childConfigYaml", "console", example);
  run(coordinationConfig.childConfig, coordinationConfig.childConfigYaml, {
    log: (text: string) => printed.push(text),
  });
  expect(parse(printed.join())).toMatchObject({
    agents: [{ id: "lead", backend: { command: ["wc", "-l"] } }],
    orchestrator: { skip_voting: true, context_paths: [{ path: "/srv/project", permission: "read" }] },
  });
});
