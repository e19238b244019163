import { eventually, installedProgram, temporaryDirectory, type ProgramName } from "@retinue/testkit";
import { startVendorApi, type VendorRequest } from "@retinue/testkit/vendor-api";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

const names = ["claude", "codex", "gemini"] as const satisfies ProgramName[];
const missing = names.map((name) => installedProgram(name).missing).find((why) => why !== undefined);

/** By the names of tools, how what each program offers its model gives a need; undefined: it has no such tool. */
const programs = {
  claude: {
    type: "claude_code",
    read: /"Read"/,
    write: /"Write"/,
    shell: /"Bash/,
    web: /"WebSearch"/,
    hasShell: false,
  },
  codex: {
    type: "codex",
    read: /exec_command/,
    write: /exec_command|apply_patch/,
    shell: /exec_command/,
    // By a model of OpenAI's that gets its tools in code; others have `web_search`.
    web: /"web_search"|"name":"web"|web__run/,
    hasShell: true,
  },
  gemini: {
    type: "gemini_cli",
    read: /"read_file"/,
    write: /"write_file"/,
    shell: /"run_shell_command"/,
    web: /"google_web_search"/,
    hasShell: false,
  },
} as const;
type Need = "read" | "write" | "shell" | "web";

const roles = {
  explorer: ["read"],
  researcher: ["web"],
  evaluator: ["read", "write", "shell"],
  critic: ["read", "shell"],
  round_evaluator: ["read", "write", "shell"],
  novelty: ["read", "write", "shell"],
} as const satisfies Record<string, readonly Need[]>;
type Role = keyof typeof roles;
const roleNames = Object.keys(roles) as Role[];

/** A machine where this program alone is installed and logged in, its model at the stand-in. */
function machineWith(name: (typeof names)[number], url: string): Record<string, string> {
  const home = temporaryDirectory("retinue-home-");
  const bin = join(home, "bin");
  mkdirSync(bin);
  symlinkSync(installedProgram(name).path, join(bin, name));
  symlinkSync(process.execPath, join(bin, "node"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  // A model by name: it would ask another which one to take.
  const gemini = {
    security: { auth: { selectedType: "gemini-api-key" } },
    model: { name: "gemini-2.5-pro" },
  };
  write(".gemini/settings.json", JSON.stringify(gemini));
  write(
    ".codex/config.toml",
    `model_provider = "here"\n[model_providers.here]\nname = "OpenAI"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
  );
  const unset = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "CODEX_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"];
  const own = {
    claude: { ANTHROPIC_API_KEY: "a-key", ANTHROPIC_BASE_URL: url },
    codex: {},
    gemini: { GEMINI_API_KEY: "a-key", GOOGLE_GEMINI_BASE_URL: url },
  }[name];
  const none = Object.fromEntries(unset.map((variable) => [variable, ""]));
  // Codex makes no helpers beneath the temporary directory, in which this home would be.
  const temporary = join(home, "tmp");
  mkdirSync(temporary);
  return { ...none, HOME: home, TMPDIR: temporary, PATH: `${bin}:/usr/bin:/bin`, ...own };
}

interface Result {
  readonly status: string;
  readonly needs?: { readonly met: readonly string[]; readonly unmet: readonly string[] };
  readonly warning?: string;
}

/** The tools of a request, as they stand in it. Codex puts those of its newer models among the input. */
function offered({ body }: VendorRequest): string {
  const input = Array.isArray(body["input"]) ? (body["input"] as { readonly type?: string }[]) : [];
  return JSON.stringify([body["tools"], input.filter(({ type }) => type === "additional_tools")]);
}

const skipped = missing === undefined ? "" : ` (skipped: ${missing})`;

describe.skipIf(missing !== undefined)(`roles without a configured team${skipped}`, () => {
  test.for(names)(
    "%s: the reply says which needs are met, and the program offers its model just these",
    { timeout: 500_000 },
    async (name) => {
      const api = await startVendorApi({ respond: () => ({ text: "Done." }) });
      onTestFinished(() => api.stop());
      const directory = temporaryDirectory("retinue-roles-");
      // No team; but all the built-in roles, of which two are active only where they are named.
      const coordination = join(directory, "coordination.json");
      writeFileSync(coordination, JSON.stringify({ subagent_types: roleNames }));
      const args = ["--runtime-fallback-mode", "inherited", "--coordination-config-file", coordination];
      const server = rawServer({ cwd: directory, args, env: machineWith(name, api.url) });
      server.send(initialize);
      const results: Result[] = [];
      for (const [index, types] of [roleNames.slice(0, 3), roleNames.slice(3)].entries()) {
        const tasks = types.map((type) => ({ task: `As ${type}.`, subagent_type: type }));
        server.send(call(index + 2, "spawn_subagents", { tasks, refine: false }));
        const reply = await eventually("the reply", () => replyOf(server, index + 2), 400);
        results.push(...(reply as { structuredContent: { results: Result[] } }).structuredContent.results);
      }
      const { type, hasShell, ...tools } = programs[name];
      for (const [index, role] of roleNames.entries()) {
        const needs: readonly Need[] = roles[role];
        const lacks = needs.includes("shell") && !hasShell;
        const { status, needs: said, warning } = results[index] as Result;
        expect({ role, status, ...said }).toEqual({
          role,
          status: "completed",
          met: needs.filter((need) => need !== "shell" || hasShell),
          unmet: lacks ? ["shell"] : [],
        });
        const ofRole = /its role [^;]*/.exec(warning ?? "")?.[0] ?? "";
        expect(ofRole.split(" Teams that give it: ")[0]).toBe(
          lacks ? `its role ${role} needs shell: ${name} (${type}) has none.` : "",
        );
        const asked = api.requests.filter(({ text }) => text.includes(`As ${role}.`));
        expect(asked).not.toEqual([]);
        for (const request of asked) {
          const given = (Object.keys(tools) as Need[]).filter((need) => tools[need].test(offered(request)));
          const all: Need[] = ["read", "write", ...(hasShell ? ["shell" as const] : [])];
          expect({ role, given: given.toSorted() }).toEqual({
            role,
            given: [...all, ...(needs.includes("web") ? ["web" as const] : [])].toSorted(),
          });
        }
      }
    },
  );
});
