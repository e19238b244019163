import type { OrchestratorConfig } from "@retinue/engine-contract";

/** What an agent is told of the skills that it may use, after its role; undefined without any. */
export function skillsText(skills: OrchestratorConfig["skills"] = []): string | undefined {
  if (skills.length === 0) return undefined;
  const lines = skills.map(({ name, description, path }) => `- ${name}: ${description} (${path})`);
  return `# Skills

Ways of working that were written down for you. Where one fits what you are about to do, read its file first; what the file speaks of lies in the same directory.

${lines.join("\n")}`;
}
