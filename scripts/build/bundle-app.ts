import { chmodSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions, Plugin } from "rolldown";

/**
 * Rolldown's options for an app: everything it imports in one place, nothing installed beside it.
 *
 *     dist/main.js          the executable: turns the compile cache on, then loads the bundle
 *     dist/bundle/esm/*.js  the code, a file for each part that is imported on demand
 *     dist/supervisor/      what a run's supervisor consists of; from the code it is ../../supervisor/,
 *                           as it is from packages/runtime/src/<stage>/ and packages/runtime/dist/<stage>/
 *
 * `directory` is the app's own; `supervisor` is the folder to ship, where the app launches anything.
 */
export function bundleApp(directory: string, supervisor?: string): BuildOptions {
  const dist = join(directory, "dist");
  return {
    cwd: directory,
    input: { main: join(directory, "src/main.ts") },
    platform: "node",
    // What a bundle cannot resolve would be missing on the user's machine.
    onLog(level, log, handle) {
      if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
      handle(level, log);
    },
    output: {
      dir: join(dist, "bundle/esm"),
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      minify: false,
      sourcemap: false,
      cleanDir: true,
    },
    plugins: [finishApp(dist, supervisor)],
  };
}

/**
 * Static imports are compiled before any code runs, so the cache has to be on before the bundle is named.
 * Node saves it at an orderly exit only, and MCP clients kill their servers: so save it once while running.
 */
const executable = `#!/usr/bin/env node
import module from "node:module";
module.enableCompileCache?.();
await import("./bundle/esm/main.js");
setTimeout(() => module.flushCompileCache?.(), 3000).unref();
`;

function finishApp(dist: string, supervisor: string | undefined): Plugin {
  return {
    name: "finish-app",
    writeBundle() {
      const main = join(dist, "main.js");
      writeFileSync(main, executable);
      chmodSync(main, 0o755);
      rmSync(join(dist, "supervisor"), { recursive: true, force: true });
      if (supervisor !== undefined) cpSync(supervisor, join(dist, "supervisor"), { recursive: true });
    },
  };
}
