import { join } from "node:path";
import { expect, test } from "vitest";
import { missingProgram } from "../missing-program.ts";
import { onTerminal } from "../terminal.ts";

const repository = join(import.meta.dirname, "../../../..");
const missing = missingProgram("tmux", "-V");

// As `pnpm demo` is run: by the repository's own Node, from its sources.
test.skipIf(missing !== "")(`the demo is drawn as retinue run draws ${missing}`, async () => {
  const command = "node_modules/.bin/node demo/demo.ts";
  const terminal = onTerminal("", { cwd: repository, columns: 120, command });
  await terminal.shows(
    /^licences {2}running {2}[^]*^ {2}█[█░]+ {2}\d+ s left$[^]*^ {2}scout {4}voted for agent/m,
  );
  await terminal.shows(/^licences {2}partial {2}[^]*^ {2}votes: agent/m);
  expect(await terminal.ended()).toBe(0);
});
