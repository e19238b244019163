import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installedProgram, temporaryDirectory } from "@retinue/testkit";
import { expect, test } from "vitest";
import { outcomes, rowsOfReadme } from "../cut-off/outcome-table.ts";
import { half, tokens, whole, type Subject } from "../cut-off/subjects.ts";
import { acpBackend, acpKeys, agentsPath, missing, realAgents, type RealAgent } from "./acp-agents.ts";

const agent = realAgents.find(({ name }) => name === "claude-agent-acp") as RealAgent;

/** A PATH on which it says everything, and does not end by itself. */
function lingering(): string {
  const directory = temporaryDirectory("retinue-lingering-");
  const real = installedProgram("claude-agent-acp").path;
  const script = `#!/bin/sh\n"${real}" "$@"\nsleep 600\n`;
  writeFileSync(join(directory, agent.name), script, { mode: 0o755 });
  return [directory, agentsPath].join(delimiter);
}

const subject: Subject = {
  type: "acp",
  backend: (_moment, api) => acpBackend(agent, api),
  reply(moment, { text, tools }) {
    // A title is nothing that its reply counts.
    if (tools.length === 0) return { status: 404 };
    const isCut = moment === "answer" || (moment === "vote" && text.includes("The labels to vote for"));
    return isCut ? { text: half, usage: tokens, hang: true } : { text: whole, usage: tokens };
  },
  environment: acpKeys,
  path: (moment) => (moment === "exit" ? lingering() : agentsPath),
  countsAtOnce: false,
  countsWhenWhole: true,
};

const why = missing(agent);

test.skipIf(why !== undefined)(
  `whatever an agent that speaks ACP was at: the README's table says what came back${why === undefined ? "" : ` (skipped: ${why})`}`,
  { timeout: 900_000 },
  async () => {
    const rows = await outcomes({ subjects: [subject], atOnce: 2 });
    expect(rows).toEqual(rowsOfReadme(Object.keys(rows)));
  },
);
