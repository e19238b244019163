import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundleApp } from "../bundle-app.ts";

const repository = join(import.meta.dirname, "../../..");

/** An app with a part loaded on demand and a shell program that it finds as packages/runtime does. */
async function bundled(main: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "retinue-bundle-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ["app/src", "app/node_modules/lib", "supervisor"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "app/package.json"), `{"name": "say", "type": "module"}`);
  writeFileSync(
    join(root, "app/node_modules/lib/package.json"),
    `{"name": "lib", "type": "module", "main": "a.js"}`,
  );
  writeFileSync(join(root, "app/node_modules/lib/a.js"), `export const lib = "from a library";`);
  writeFileSync(join(root, "app/src/main.ts"), main);
  writeFileSync(
    join(root, "app/src/later.ts"),
    `import { execFileSync } from "node:child_process";
     import { fileURLToPath } from "node:url";
     const program = fileURLToPath(new URL("../../supervisor/say.sh", import.meta.url));
     export const said: string = execFileSync("sh", [program], { encoding: "utf8" });`,
  );
  writeFileSync(join(root, "supervisor/say.sh"), "echo from the supervisor\n");
  await build(bundleApp(join(root, "app"), [join(root, "supervisor")]));
  rmSync(join(root, "app/node_modules"), { recursive: true });
  rmSync(join(root, "app/src"), { recursive: true });
  rmSync(join(root, "supervisor"), { recursive: true });
  return join(root, "app/dist");
}

describe("a bundled app", () => {
  it.each([
    ["20.20.2", 2],
    ["22.21.9", 2],
    ["22.22.0", 0],
    ["26.0.0", 0],
  ])("says on Node %s in one line what it needs, or runs: exit code %i", async (node, code) => {
    const dist = await bundled('console.log("ran");');
    const fake = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } });`;
    const args = ["--import", `data:text/javascript,${encodeURIComponent(fake)}`, join(dist, "main.js")];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: code, stdout: code === 0 ? "ran\n" : "" });
    const needs = `say: needs Node 22.22 or newer, and this is ${node} (${process.execPath}). `;
    expect(stderr.startsWith(code === 0 ? "" : needs)).toBe(true);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("runs as an executable with its library, its part on demand and its supervisor", async () => {
    const dist = await bundled(
      `import { lib } from "lib";
       console.log(lib);
       const { said } = await import("./later.ts");
       console.log(said.trim());`,
    );
    const output = execFileSync(join(dist, "main.js"), { encoding: "utf8" });
    expect(output).toBe("from a library\nfrom the supervisor\n");
    expect(readdirSync(join(dist, "bundle/esm"))).toHaveLength(2);
  });

  it("is written in words that the oldest Node can read", async () => {
    const dist = await bundled(
      `{
         await using held = { async [Symbol.asyncDispose]() { console.log("let go"); } };
         console.log("held", typeof held);
       }`,
    );
    expect(execFileSync(join(dist, "main.js"), { encoding: "utf8" })).toBe("held object\nlet go\n");
    expect(readFileSync(join(dist, "bundle/esm/main.js"), "utf8")).not.toMatch(/\busing held\b/);
  });

  it("turns the compile cache on before its code is loaded", async () => {
    const dist = await bundled(
      `import { getCompileCacheDir } from "node:module";
       console.log(getCompileCacheDir() ?? "off");`,
    );
    const cache = mkdtempSync(join(tmpdir(), "retinue-cache-"));
    onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
    const environment = { ...process.env, NODE_COMPILE_CACHE: cache };
    const output = execFileSync(join(dist, "main.js"), { encoding: "utf8", env: environment });
    expect(output).toContain(cache);
    expect(readdirSync(cache)).not.toEqual([]);
  });

  it("is not built when something it imports is missing", async () => {
    await expect(bundled(`import "nowhere";`)).rejects.toThrow(/nowhere/);
  });
});

/** The apps' built code, by app. */
const apps = readdirSync(join(repository, "apps")).map((name) => {
  const dist = join(repository, "apps", name, "dist");
  const code = readdirSync(join(dist, "bundle/esm"));
  return {
    name,
    dist,
    text: code.map((file) => readFileSync(join(dist, "bundle/esm", file), "utf8")).join(),
  };
});

describe("the apps of this repository", () => {
  it.each(apps)("$name is an executable", ({ dist }) => {
    expect(statSync(join(dist, "main.js")).mode & 0o111).toBe(0o111);
  });

  const launching = apps.filter(({ text }) => text.includes("supervise.sh"));

  it("launch something", () => expect(launching.map(({ name }) => name)).toContain("subagent-server"));

  it.each(launching)("$name ships the supervisor as the source has it", ({ dist }) => {
    const source = join(repository, "packages/runtime/supervisor");
    const programs = readdirSync(source).filter((name) => name.endsWith(".sh"));
    expect(programs).toContain("supervise.sh");
    for (const name of programs) {
      expect(readFileSync(join(dist, "supervisor", name))).toEqual(readFileSync(join(source, name)));
    }
  });
});
