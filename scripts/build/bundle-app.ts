import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { BuildOptions, Plugin } from "rolldown";

/**
 * Rolldown's options for an app: everything it imports in one place, nothing installed beside it.
 *
 *     dist/main.js          the executable: says which Node it needs, turns the compile cache on, loads the bundle
 *     dist/bundle/esm/*.js  the code, a file for each part that is imported on demand
 *     dist/supervisor/      what a run's supervisor consists of; from the code it is ../../supervisor/,
 *                           as it is from packages/runtime/src/<stage>/ and packages/runtime/dist/<stage>/
 *     dist/confine/         what a sandbox is made with; likewise, from packages/sandbox
 *     dist/bridge/          what leads programs that know no socket to a broker; likewise, from packages/model-broker
 *
 * `directory` is the app's own; `folders` are those to ship beside the bundle, by their names, where the app launches anything.
 * `together` are modules, from its `src`, that become one file each with all that they import: what many parts share would
 * be a file for each part of it, and finding and linking eighty costs more than running them. None may await at its top
 * level: others import that file.
 */
export function bundleApp(
  directory: string,
  folders: readonly string[] = [],
  together: readonly string[] = [],
): BuildOptions {
  const dist = join(directory, "dist");
  return {
    cwd: directory,
    input: { main: join(directory, "src/main.ts") },
    platform: "node",
    // Ink imports it where somebody has installed it and set DEV.
    external: ["react-devtools-core"],
    // What is newer than the oldest Node (`using`, say) is written in its words.
    transform: {
      target: `node${oldest.major}.${oldest.minor}`,
      // React has two builds, of which one is for those who work on React.
      define: { "process.env.NODE_ENV": '"production"' },
    },
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
      codeSplitting: {
        groups: together.map((module, index) => ({
          name: basename(module, ".ts"),
          test: (id) => id === join(directory, "src", module),
          priority: together.length - index,
        })),
      },
    },
    plugins: [finishApp(directory, folders)],
  };
}

/**
 * Static imports are compiled before any code runs, so the cache has to be on before the bundle is named.
 * Node saves it at an orderly exit only, and MCP clients kill their servers: so save it once while running.
 */
const executable = (name: string) => `#!/usr/bin/env node
import module from "node:module";
const [major, minor] = process.versions.node.split(".").map(Number);
if (major > ${oldest.major} || (major === ${oldest.major} && minor >= ${oldest.minor})) {
  module.enableCompileCache?.();
  await import("./bundle/esm/main.js");
  setTimeout(() => module.flushCompileCache?.(), 3000).unref();
} else {
  process.stderr.write(
    \`${name}: needs Node ${oldest.major}.${oldest.minor} or newer, and this is \${process.versions.node} (\${process.execPath}). Install a newer one, or start it by the path of one.\\n\`,
  );
  process.exitCode = 2;
}
`;

/** As `engines` of every package says. An older one would show a stack trace, or fail at the first run. */
const oldest = { major: 22, minor: 22 } as const;

function finishApp(directory: string, folders: readonly string[]): Plugin {
  const dist = join(directory, "dist");
  const { name } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as { name: string };
  return {
    name: "finish-app",
    writeBundle() {
      const main = join(dist, "main.js");
      writeFileSync(main, executable(name));
      chmodSync(main, 0o755);
      for (const folder of folders) {
        rmSync(join(dist, basename(folder)), { recursive: true, force: true });
        cpSync(folder, join(dist, basename(folder)), { recursive: true });
      }
    },
  };
}
