import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";

it("the example examples/child.ts prints a configuration", () => {
  const example = join(import.meta.dirname, "../examples/child.ts");
  const printed = execFileSync(process.execPath, ["--experimental-strip-types", "--no-warnings", example], {
    encoding: "utf8",
  });
  expect(parse(printed)).toMatchObject({
    agents: [{ id: "counter", backend: { command: ["wc", "-l"] } }],
    orchestrator: { skip_voting: true, context_paths: [{ path: "/srv/project", permission: "read" }] },
  });
});
