import { installedProgram } from "@retinue/testkit";
import { startVendorApi, type VendorRequest } from "@retinue/testkit/vendor-api";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { missingProgram } from "../missing-program.ts";
import { person } from "../retinue-in.ts";
import { onTerminal } from "../terminal.ts";
import { installNpm } from "./local-registry.ts";
import { realClients } from "./real-client.ts";

const task = "Name the capital of Assyria, task-alpha.";
const answer = "It was Assur, on the western bank of the Tigris.";

/** Where the pictures of these runs go that a person wants to look at; unset: nowhere. */
const pictures = process.env["RETINUE_PICTURES"];

/** What lies there before: nothing, or somebody's work. */
const places = { "an empty directory": () => {}, "a repository": makeRepository } as const;
const widths = [80, 120];

const noTmux = missingProgram("tmux", "-V");

describe.each(realClients)("from packed tarballs, with only $program on PATH", (client) => {
  const missing = installedProgram(client.program).missing ?? noTmux;

  const looks = Object.entries(places).flatMap(([place, prepare]) =>
    widths.map((columns) => ({ place, prepare, columns })),
  );
  test.skipIf(missing !== "").each(looks)(
    `npx retinue run in $place, $columns columns wide, gives the answer, and shows how it comes ${missing}`,
    async ({ place, prepare, columns }) => {
      // Codex tells of whole messages only.
      const words = client.program === "codex" ? "" : " {2}It was";
      const held = Promise.withResolvers<void>();
      const api = await startVendorApi({ respond: (request) => reply(request, held.promise) });
      onTestFinished(() => api.stop());
      onTestFinished(() => held.resolve());
      const somebody = person(client.program);
      const { work, environment } = somebody;
      client.logIn(somebody, api.url);
      await installNpm(somebody, ["cli", "child"]);
      prepare(work);
      const before = seenByGit(work);

      const command = `npx --yes retinue run "${task}" --quick`;
      const env = { ...environment, LANG: "C.UTF-8" };
      const terminal = onTerminal("", { cwd: work, columns, env, command });
      const going = await terminal.shows(
        new RegExp(`^subagent_1 {2}running[^]*s left$[^]*^ {2}${client.program} {2}streaming${words}`, "m"),
      );
      keep(`${client.program} in ${place}, going on`, columns, going);
      held.resolve();
      expect(await terminal.ended()).toBe(0);
      const over = terminal.lines().join("\n");
      keep(`${client.program} in ${place}, over`, columns, over);
      expect(over).toMatch(/^subagent_1 {2}completed /m);
      expect(over).toMatch(new RegExp(`^${answer}$`, "m"));
      // What it begins with is a line each: which team, where, and that it is not confined where it is not.
      const [team, start, ...rest] = over.slice(0, over.indexOf("subagent_1  completed")).trim().split("\n");
      expect(team).toMatch(/^retinue: team: /);
      expect(start).toMatch(/^retinue: subagent_1 has 300 s, and works in subagents\//);
      expect(rest.every((line) => line.startsWith("retinue: warning: ")) && rest.length < 2).toBe(true);
      expect(terminal.lines().every((line) => line.length <= columns)).toBe(true);
      // What it keeps for itself git does not see, and what was there is as it was.
      expect(seenByGit(work)).toBe(before);
    },
    400_000,
  );
});

/** The subagent is the program itself; it has said a part of the answer when it is held. */
function reply({ path, text }: VendorRequest, held: Promise<void>) {
  // Gemini CLI asks a small model which one to take, and asks again for minutes while it gets no score.
  if (path.endsWith(":generateContent"))
    return { text: '{"complexity_reasoning": "simple", "complexity_score": 10}' };
  return text.includes(task) ? { text: answer, pausedUntil: held } : { text: "ok" };
}

function makeRepository(directory: string): void {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: directory, stdio: "ignore" });
  git("init");
  writeFileSync(join(directory, "README.md"), "# Somebody's work\n");
  git("add", ".");
  git("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "commit", "-m", "Begin");
  writeFileSync(join(directory, "README.md"), "# Somebody's work, not yet committed\n");
}

/** What git says of the directory; where there is no repository: that nothing lies there but our own two. */
function seenByGit(directory: string): string {
  if (!readdirSync(directory).includes(".git"))
    return readdirSync(directory)
      .filter((name) => name !== ".massgen" && name !== "subagents")
      .join();
  const args = ["status", "--porcelain", "--untracked-files=all"];
  return execFileSync("git", args, { cwd: directory, encoding: "utf8" });
}

function keep(name: string, columns: number, picture: string): void {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name}, ${columns} columns.txt`), `${picture}\n`);
}
