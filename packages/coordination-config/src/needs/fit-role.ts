import {
  provides,
  whoProvides,
  type BackendProvisions,
  type ChildConfig,
  type Run,
} from "@retinue/engine-contract";
import { z } from "zod";
import { requireArguments } from "../require-arguments.ts";

export type Need = keyof BackendProvisions;

export interface RoleFitInput {
  readonly needs: readonly Need[];
  readonly engine: Run["engine"];
  readonly mode: Run["mode"];
  /** Whether a sandbox will hold the run. Default: none. */
  readonly isSandboxed?: boolean | undefined;
  /** Names of skills that the spawn asked for. */
  readonly skills?: readonly string[] | undefined;
  /** Where skills were looked for, for the remedy. */
  readonly skillDirectories?: readonly string[] | undefined;
}

/** One need, held against a team. */
export interface FittedNeed {
  readonly need: Need;
  /** Undefined: it is not known. */
  readonly isMet: boolean | undefined;
  /** Why not, and what would give it; empty when it is met. */
  readonly why: string;
  readonly remedy: string;
}

/** What a container without a network, which mounts what the request names, keeps from any team. */
const withheld: Readonly<Record<Run["mode"], readonly Need[]>> = {
  isolated: [],
  inherited: [],
  delegated: ["web", "skills"],
};

const inputSchema = z.looseObject({ needs: z.array(z.string()), engine: z.string(), mode: z.string() });

/**
 * Holds what a role needs against what the team of a child's configuration gives: each need is met where every agent
 * gives it, since any of them may be the one whose answer counts.
 *
 * @throws CoordinationConfigError INVALID_INPUT.
 */
export function fitRole(config: ChildConfig, input: RoleFitInput): FittedNeed[] {
  requireArguments("fitRole", inputSchema, input);
  return input.needs.map((need) => fitNeed(config, need, input));
}

function fitNeed(
  config: ChildConfig,
  need: Need,
  { engine, mode, isSandboxed = false, ...skills }: RoleFitInput,
): FittedNeed {
  if (withheld[mode].includes(need)) {
    const remedy = "Run it in another subagent_runtime_mode.";
    return { need, isMet: false, why: `a ${mode} run has none`, remedy };
  }
  const given = config.agents.map(({ id, backend }) => ({
    id,
    backend,
    gives: provides(engine, backend, need, isSandboxed),
  }));
  const lacking = given.filter(({ gives }) => gives !== true);
  if (lacking.length > 0) {
    const isKnown = lacking.some(({ gives }) => gives === false);
    const who = lacking.map(({ id, backend }) => `${id} (${backend.type})`).join(", ");
    return {
      need,
      isMet: isKnown ? false : undefined,
      why: isKnown ? `${who} has none` : `it is not known whether ${who} has it`,
      remedy: remedyFor(need, engine, isSandboxed),
    };
  }
  const missing = need === "skills" && engine === "retinue-child" ? missingSkills(config, skills) : "";
  if (missing === "") return { need, isMet: true, why: "", remedy: "" };
  const places = skills.skillDirectories?.join(", ") ?? "";
  return { need, isMet: false, why: missing, remedy: `Put a folder with a SKILL.md into one of ${places}.` };
}

function missingSkills({ orchestrator }: ChildConfig, { skills = [] }: Pick<RoleFitInput, "skills">): string {
  const known = (orchestrator.skills ?? []).map(({ name }) => name.toLowerCase());
  const missing = skills.filter((name) => !known.includes(name.toLowerCase()));
  if (missing.length > 0) return `there is no skill ${missing.join(", ")}`;
  return known.length === 0 ? "there are no skills" : "";
}

function remedyFor(need: Need, engine: Run["engine"], isSandboxed: boolean): string {
  const teams = `Teams that give it: ${whoProvides(engine, need).join(", ")}.`;
  if (need !== "shell" || engine !== "retinue-child" || isSandboxed) return teams;
  return `${teams} In a sandbox that holds any team gives it: subagent_sandbox: required; retinue doctor tries one.`;
}
