import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { programs } from "../../demo/teams/programs.ts";
import { framesOf, type Frame } from "./frames.ts";
import { record } from "./record.ts";
import { svgOf } from "./svg.ts";

const repository = join(import.meta.dirname, "../..");
const size = { columns: 100, rows: 21 };
const command = 'retinue run "Report the languages and sizes of the source files."';

/** What the team works on: so little that the answer and how it came fit on one screen. */
const sources = "packages/errors/src";

/**
 * Records a run of the demo's team of three programs on sources of this repository, by the built `retinue`, and draws it.
 *
 * @throws Error when the run does not complete.
 */
export async function pictureOfARun(): Promise<{ readonly svg: string; readonly frames: readonly Frame[] }> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), "retinue-"));
  try {
    const { work, env } = machine(home);
    const written = await record(command, { ...size, cwd: work, env });
    const typed = { atMs: 0, data: Buffer.from(`\u001b[2m$\u001b[0m \u001b[1m${command}\u001b[0m\r\n`) };
    const frames = await framesOf([typed, ...written], { ...size, everyMs: 200 });
    const title = `A terminal: ${command}. Three agents answer and vote, and the answer comes.`;
    return { svg: svgOf(frames, { ...size, title, restMs: 5000 }), frames };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A person's home with `retinue` on PATH, and in it the sources with a team to work on them. */
function machine(home: string) {
  const [bin, work] = [join(home, "bin"), join(home, "work")];
  for (const directory of [bin, work]) mkdirSync(directory);
  symlinkSync(join(repository, "apps/cli/dist/main.js"), join(bin, "retinue"));
  cpSync(join(repository, sources), join(work, sources), { recursive: true });
  const team = {
    agents: programs(repository).agents,
    // A machine that is a container, as those of continuous integration are, has no second boundary to offer.
    orchestrator: { coordination: { subagent_runtime_mode: "inherited" } },
  };
  writeFileSync(join(work, "retinue.yaml"), JSON.stringify(team));
  const { NO_COLOR: _, FORCE_COLOR: __, XDG_STATE_HOME: ___, ...environment } = process.env;
  const path = `${bin}${delimiter}${environment["PATH"]}`;
  return { work, env: { ...environment, PATH: path, HOME: home, LANG: "C.UTF-8" } };
}
