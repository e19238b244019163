import { temporaryDirectory } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createProgram } from "../../src/program/program.ts";
import { missingProgram } from "../missing-program.ts";
import { retinue } from "../retinue.ts";

/** A directory with two subagents and a file, and in it the script for a shell. */
function place(shell: string): string {
  const directory = temporaryDirectory();
  for (const id of ["scout", "sieve"]) mkdirSync(join(directory, "subagents", id), { recursive: true });
  writeFileSync(join(directory, "settings.yaml"), "");
  const { status, stdout, stderr } = retinue("completion", shell);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  writeFileSync(join(directory, "script"), stdout);
  return directory;
}

const names = createProgram().commands.map((command) => command.name());

/** What is typed, and what is offered for it. */
const offers = [
  { typed: "", offered: [...names, "help"] },
  { typed: "exp", offered: ["explain"] },
  { typed: "help prof", offered: ["profiles"] },
  { typed: "run --q", offered: ["--quick"] },
  { typed: "run --w", offered: ["--workspace"] },
  { typed: "show s", offered: ["scout", "sieve"] },
  { typed: "continue sc", offered: ["scout"] },
  { typed: "config --scope p", offered: ["project"] },
  { typed: "config claude-c", offered: ["claude-code"] },
  { typed: "recover --ending t", offered: ["timeout"] },
  { typed: "completion f", offered: ["fish"] },
  { typed: "profiles n", offered: ["new"] },
] as const;

/** What a shell said, one word a line, sorted; options only where one was begun. */
function words(said: string, typed: string): string[] {
  return said
    .split("\n")
    .filter((word) => word !== "" && (typed.includes("-") || !word.startsWith("-")))
    .toSorted();
}

test.each(offers)("bash completes %j", (offer) => {
  const run = String.raw`source ./script; read -ra COMP_WORDS <<<"retinue $1x"; COMP_CWORD=$((${"$"}{#COMP_WORDS[@]} - 1))
COMP_WORDS[COMP_CWORD]=${"$"}{COMP_WORDS[COMP_CWORD]%x}; _retinue; printf '%s\n' "${"$"}{COMPREPLY[@]}"`;
  const said = execFileSync("bash", ["--norc", "-c", run, "bash", offer.typed], {
    cwd: place("bash"),
    encoding: "utf8",
  });
  expect(words(said, offer.typed)).toEqual([...offer.offered].toSorted());
});

test("bash leaves what nobody can name to itself, and completes through readline what was typed", () => {
  const cwd = place("bash");
  // Readline itself, on a terminal: a tab after what is typed, and the command is an echo of its words.
  const typed = `source ./script; retinue() { echo "<$*>"; }\nretinue explain --config sett\t\nexit\n`;
  const argv = ["-qec", "bash --norc --noprofile -i", "/dev/null"];
  const seen = execFileSync("script", argv, {
    cwd,
    input: typed,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], TERM: "dumb" },
  });
  expect(seen).toContain("<explain --config settings.yaml>");
});

const noFish = missingProgram("fish");
describe.skipIf(noFish !== "")(`fish${noFish}`, () => {
  test.each(offers)("completes %j", (offer) => {
    const argv = ["--no-config", "-c", 'source ./script; complete -C "retinue $argv[1]"', offer.typed];
    const said = execFileSync("fish", argv, {
      cwd: place("fish"),
      encoding: "utf8",
      env: { ...process.env, HOME: temporaryDirectory() },
    });
    expect(words(said.replaceAll(/\t.*/g, ""), offer.typed)).toEqual([...offer.offered].toSorted());
  });
});

const noZsh = missingProgram("zsh");
describe.skipIf(noZsh !== "")(`zsh${noZsh}`, () => {
  test("takes the script, and has it for retinue", () => {
    const run = "autoload -Uz compinit; compinit -D -u; source ./script; print -- $_comps[retinue]";
    expect(execFileSync("zsh", ["-f", "-c", run], { cwd: place("zsh"), encoding: "utf8" })).toBe(
      "_retinue\n",
    );
  });

  test.each(offers)("completes %j", (offer) => {
    const said = execFileSync("zsh", ["-f", join(import.meta.dirname, "zsh-offers.zsh"), offer.typed], {
      cwd: place("zsh"),
      encoding: "utf8",
    });
    expect(words(said, offer.typed)).toEqual([...offer.offered].toSorted());
  });
});
