import { CoordinationConfigError, resolveTeam, type ResolvedTeam } from "@retinue/coordination-config";
import { verifies } from "@retinue/testkit";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const backend = { type: "openai", model: "m" };
const judges = [
  { id: "judge_a", backend },
  { id: "judge_b", backend },
];

interface Row {
  spawning: string;
  type: string;
  local: boolean;
  shared: boolean;
  inherit: boolean;
  listing: string;
  team: string;
}

/** Every combination of the inputs, with the team that was recorded. */
function table(): Row[] {
  const text = readFileSync(new URL("../fixtures/team-table.tsv", import.meta.url), "utf8");
  const [, ...lines] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [spawning = "", type = "", local, shared, inherit, listing = "", team = ""] = line.split("\t");
    const yes = (word: string | undefined) => word === "yes";
    return { spawning, type, local: yes(local), shared: yes(shared), inherit: yes(inherit), listing, team };
  });
}

function resolve({ spawning, type, local, shared, inherit, listing }: Row): ResolvedTeam {
  const types = listing.slice(1, -1).split(",").filter(Boolean);
  return resolveTeam({
    agents: [
      { id: "lead", backend, ...(local && { subagent_agents: [{ id: "helper", backend }] }) },
      { id: "second", backend },
    ],
    spawningAgentId: spawning,
    subagentType: type === "-" ? undefined : type,
    orchestrator: {
      ...(shared && { agents: judges }),
      ...(inherit && { inherit_spawning_agent_backend: true }),
      ...(listing !== "default" && { shared_child_team_types: types }),
    },
  });
}

/** The rule that the document gives for a recorded team. */
function ruleOf({ team, type, listing }: Row): [string, number] {
  const types = listing === "default" ? ["round_evaluator"] : listing.slice(1, -1).split(",");
  const isListed = types.includes("*") || types.includes(type);
  if (team.startsWith("judge")) return isListed ? ["shared-team", 1] : ["shared-team-as-last-resort", 5];
  if (team === "helper") return ["parent-local-team", isListed ? 4 : 2];
  if (team === "lead+second") return ["all-parent-agents", 6];
  return ["inherited-backend", isListed ? 4 : 3];
}

const rows = table();

describe("team resolution over the full table of its inputs", () => {
  it("has every combination", () => {
    const inputs = new Set(rows.map(({ team: _team, ...input }) => JSON.stringify(input)));
    expect(inputs.size).toBe(3 * 3 * 2 * 2 * 2 * 6);
    expect(rows.length).toBe(inputs.size);
  });

  describe.each([
    [1, verifies("TEAM-1-SHARED", "TEAM-LISTING")],
    [2, verifies("TEAM-2-LOCAL", "TEAM-FILL-IN")],
    [3, verifies("TEAM-3-INHERITED")],
    [4, verifies("TEAM-4-LISTED", "TEAM-FILL-IN")],
    [5, verifies("TEAM-5-LAST-RESORT")],
    [6, verifies("TEAM-6-LEGACY")],
  ])("step %i %s", (expected) => {
    const own = rows.filter((row) => row.team !== "refused" && ruleOf(row)[1] === expected);
    it.each(own)(
      "$spawning $type local $local shared $shared inherit $inherit listing $listing: $team",
      (row) => {
        const { rule, step, explanation, members } = resolve(row);
        expect(members.map(({ id }) => id).join("+")).toBe(row.team.replace("*", ""));
        expect([rule, step]).toEqual(ruleOf(row));
        expect(explanation).not.toBe("");
      },
    );
  });

  const refused = rows.filter(({ team }) => team === "refused");
  it.each(refused)(
    `$spawning $type local $local shared $shared listing $listing: refused ${verifies("TEAM-INHERIT-UNKNOWN")}`,
    (row) => {
      expect(() => resolve(row)).toThrow(CoordinationConfigError);
      expect(() => resolve(row)).toThrow(/backend of agent "unknown"/);
    },
  );
});
