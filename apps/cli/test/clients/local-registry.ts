import { createHash } from "node:crypto";
import { execFile, execFileSync } from "node:child_process";
import { readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryDirectory } from "@retinue/testkit";
import { onTestFinished } from "vitest";
import type { Person } from "./real-client.ts";

const apps = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** What npm asks a registry for about a package. */
interface Packument {
  readonly name: string;
  readonly "dist-tags": { readonly latest: string };
  readonly versions: Readonly<Record<string, object>>;
}

/**
 * A registry that has the executables as they would be published, packed by npm from the built apps, and
 * nothing else: what is not in these tarballs is not there for a user either. Returns its address.
 */
async function localRegistry(folders: readonly string[]): Promise<string> {
  const directory = temporaryDirectory("retinue-registry-");
  const packuments = new Map<string, Packument>();
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    if (name.endsWith(".tgz")) return response.end(readFileSync(join(directory, name)));
    const packument = packuments.get(name);
    response.writeHead(packument === undefined ? 404 : 200, { "content-type": "application/json" });
    return response.end(JSON.stringify(packument ?? { error: "not found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const packed = await Promise.all(folders.map((folder) => pack(folder, directory)));
  for (const { manifest, file } of packed) {
    const bytes = readFileSync(join(directory, file));
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const { name, version } = manifest;
    packuments.set(name, {
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist: { tarball: `${url}/${file}`, integrity } } },
    });
  }
  return url;
}

/**
 * Gives a person npm and npx, with a registry of the packages of this checkout: all that differs from a user's machine.
 */
export async function installNpm({ home, bin }: Person, folders: readonly string[]): Promise<void> {
  for (const program of ["npm", "npx"]) {
    const path = execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
    symlinkSync(realpathSync(path), join(bin, program));
  }
  const registry = await localRegistry(folders);
  writeFileSync(join(home, ".npmrc"), `registry=${registry}\nupdate-notifier=false\n`);
}

async function pack(folder: string, destination: string) {
  const cwd = join(apps, folder);
  const { stdout } = await run("npm", ["pack", "--silent", "--pack-destination", destination], { cwd });
  const manifest = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
  };
  return { manifest, file: stdout.trim().split("\n").at(-1) as string };
}
