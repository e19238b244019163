import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { modelAgent, modelTeam, modelTypes, vendorApi } from "./model-team.ts";
import { call, called } from "./tool-calls.ts";

const decided = { reply: { toolCalls: [{ name: "new_answer", arguments: { content: "done" } }] } };

/** A project that a parent lets its subagents read. */
function project(): string {
  const directory = temporaryDirectory("retinue-project-");
  mkdirSync(join(directory, "src"));
  writeFileSync(join(directory, "src/a.ts"), "one\ntwo fish\nthree");
  writeFileSync(join(directory, "notes.md"), "fish and chips");
  symlinkSync("/etc/passwd", join(directory, "link"));
  return directory;
}

describe("the file tools", () => {
  it.each(modelTypes)("list, read, search and write, for %s", async (type) => {
    const directory = project();
    const { results, directory: workspace } = await called(
      [
        call("list_directory", { path: directory }),
        call("read_file", { path: `${directory}/src/a.ts`, first_line: 2 }),
        call("search_files", { path: directory, text: "fish" }),
        call("write_file", { path: "out/result.txt", content: "written" }),
      ],
      [directory],
      { type },
    );
    expect(results).toEqual([
      "link\nnotes.md\nsrc/",
      "two fish\nthree",
      `${directory}/notes.md:1: fish and chips\n${directory}/src/a.ts:2: two fish`,
      expect.stringMatching(/^written: .*\/agent_1_[0-9a-f]{8}\/out\/result\.txt$/),
    ]);
    const written = results?.[3]?.replace("written: ", "") ?? "";
    expect(written.startsWith(workspace)).toBe(true);
    expect(readFileSync(written, "utf8")).toBe("written");
  });

  it("read nowhere else, follow no link, and write in the agent's own directory only", async () => {
    const directory = project();
    const outside = temporaryDirectory("retinue-outside-");
    writeFileSync(join(outside, "secret.txt"), "secret");
    const { results } = await called(
      [
        call("read_file", { path: `${outside}/secret.txt` }),
        call("read_file", { path: `${directory}/../${outside.split("/").at(-1)}/secret.txt` }),
        call("read_file", { path: `${directory}/link` }),
        call("read_file", { path: `${directory}-other/x` }),
        call("list_directory", { path: "/" }),
        call("search_files", { path: outside, text: "secret" }),
        call("write_file", { path: `${directory}/new.txt`, content: "x" }),
        call("write_file", { path: "../escaped.txt", content: "x" }),
        call("write_file", { path: outside, content: "x" }),
      ],
      [directory],
    );
    expect(results?.every((result) => result.startsWith("error: "))).toBe(true);
    expect(results?.[0]).toContain(`is not in one of your places`);
    expect(results?.[2]).toContain("symbolic link");
    expect(existsSync(join(directory, "new.txt"))).toBe(false);
  });

  it("say what is wrong with a call, and the round goes on", async () => {
    const { results } = await called(
      [
        call("read_file", { path: "absent.txt" }),
        call("read_file", { file: "x" }),
        call("write_file", { path: "x", content: 7 }),
        call("run_command", { command: "rm -rf /" }),
      ],
      [project()],
    );
    expect(results).toEqual([
      expect.stringMatching(/^error: .*absent\.txt" does not exist/),
      'error: "path" has to be a text',
      'error: "content" has to be a text',
      "error: there is no tool run_command",
    ]);
  });

  it("read a context path that is one file, and what the others have written", async () => {
    const directory = project();
    const file = join(directory, "notes.md");
    const vote = call("vote", { agent_id: "agent2.1", reason: "ok" });
    let seen = "";
    const api = await vendorApi({
      respond: ({ last, messages }) => {
        const files = /Files: (\S+)/.exec(messages.map(({ text }) => text).join("\n"))?.[1];
        if (last.startsWith("fish") || last === "by beta") {
          seen += `${last};`;
          return last === "by beta" ? { toolCalls: [vote] } : decided.reply;
        }
        if (files === undefined) return { toolCalls: [call("read_file", { path: file })] };
        return { toolCalls: [call("read_file", { path: `${files}/result.txt` })] };
      },
    });
    const script =
      '[ "$RETINUE_STAGE" = vote ] && echo \'{"vote":{"for":"agent2.1"}}\' > "$RETINUE_REPLY_FILE" || { printf "by beta" > result.txt; echo B; }';
    const beta = { id: "beta", backend: { type: "command", command: ["sh", "-c", script] } };
    const { outcome } = await modelTeam([modelAgent("alpha", "chatcompletion", api), beta], {
      max_new_answers_per_agent: 1,
      skip_final_presentation: true,
      defer_voting_until_all_answered: true,
      context_paths: [{ path: file, permission: "read" }],
    });
    expect(outcome).toMatchObject({ kind: "answered", answer: "B", agentId: "beta" });
    expect(seen).toBe("fish and chips;by beta;");
  });
});
