import { temporaryDirectory } from "@retinue/testkit";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundled } from "../delegated/parent-container.ts";
import { serverProgram } from "../programs/server-program.ts";

/** The hostile child in one file. */
export function hostileProgram(): Promise<string> {
  return bundled(join(import.meta.dirname, "../programs/hostile-child/main.ts"));
}

/**
 * The built server as npm installs it, with the hostile child in retinue-child's place: the server finds its
 * engine beside itself. Resolves with the path of its program.
 */
export async function installedServer(): Promise<string> {
  const modules = join(temporaryDirectory(), "node_modules");
  const install = (name: string, dist: string) => {
    mkdirSync(join(modules, name), { recursive: true });
    writeFileSync(join(modules, name, "package.json"), JSON.stringify({ name, type: "module" }));
    cpSync(dist, join(modules, name, "dist"), { recursive: true });
  };
  install("retinue-mcp", dirname(serverProgram));
  install("retinue-child", await hostileProgram());
  return join(modules, "retinue-mcp/dist/main.js");
}
