import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { installedPackages, readManifest } from "../read/installed-packages.ts";
import { sourceFiles } from "../read/source-files.ts";
import type { Subject } from "./findings.ts";
import { shownTally, tally } from "./tally.ts";

const permissive = /^\(?(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)\b/;

/** Dependencies and licences: as declared, as installed, and what a lawyer would ask about. */
export const licences: Subject = {
  scout(root) {
    const manifests = sourceFiles(root)
      .filter((path) => path === "package.json" || path.endsWith("/package.json"))
      .flatMap((path) => readManifest(root, path) ?? []);
    const declared = manifests.reduce((sum, { dependencies }) => sum + dependencies, 0);
    return {
      headline: `${manifests.length} packages of our own declare ${declared} dependencies; licences: ${shownTally(byLicence(manifests), 3)}`,
      items: manifests.map(({ path, name, licence, dependencies }) => ({
        place: path,
        remark: `${name}, ${licence}, ${dependencies} dependencies`,
      })),
      filesCovered: manifests.length,
      method: "the manifests in the source tree",
    };
  },
  reader(root) {
    const installed = installedPackages(root);
    const sums = byLicence(installed);
    return {
      headline: `${installed.length} installed packages, licences: ${shownTally(sums, 6)}`,
      // One package stands for each licence: where to look it up.
      items: sums.map(([licence, count]) => ({
        place: installed.find((manifest) => manifest.licence === licence)?.path ?? ".",
        remark: `${licence}, ${count} packages`,
      })),
      filesCovered: installed.length,
      method: "package.json of everything in node_modules",
    };
  },
  auditor(root) {
    const installed = installedPackages(root);
    const unusual = installed.filter(({ licence }) => !permissive.test(licence));
    const withoutText = installed.filter(({ path }) => !hasLicenceText(join(root, dirname(path))));
    return {
      headline: `${unusual.length} of ${installed.length} installed packages are not plainly permissive, ${withoutText.length} ship no licence text`,
      items: [
        ...unusual.map(({ path, name, licence }) => ({ place: path, remark: `${name}: ${licence}` })),
        ...withoutText.map(({ path, name }) => ({ place: path, remark: `${name}: no licence text` })),
      ],
      filesCovered: installed.length,
      method: "licences held against a list, licence files looked for",
    };
  },
};

function byLicence(manifests: readonly { licence: string }[]): [string, number][] {
  return tally(manifests.map(({ licence }) => [licence, 1]));
}

function hasLicenceText(directory: string): boolean {
  return readdirSync(directory).some((name) => /^(?:licen[cs]e|copying|notice)/i.test(name));
}
