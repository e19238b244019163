import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { modelTypes } from "../model-team.ts";
import { call, called } from "../tool-calls.ts";

const secret = "what another keeps to itself";

/** A parent's workspace in which two subagents work; what they keep is hidden from others. */
function parentWorkspace() {
  const parent = temporaryDirectory("retinue-parent-");
  const other = join(parent, "subagents/other/workspace");
  mkdirSync(other, { recursive: true });
  mkdirSync(join(parent, "subagents-of-mine"));
  for (const path of ["plan.md", "subagents/other/run.json", "subagents/other/workspace/notes.md"])
    writeFileSync(join(parent, path), secret);
  writeFileSync(join(parent, "subagents-of-mine/a.md"), `open, not ${secret}`);
  writeFileSync(join(parent, "subagent_config_other.yaml"), secret);
  writeFileSync(join(other, "subagent_config_other.yaml"), secret);
  symlinkSync("subagents/other", join(parent, "link"));
  return { parent, other, hidden: join(parent, "subagents") };
}

it.each(modelTypes)(
  "%s neither reads nor lists nor finds what is hidden beneath a context path",
  async (type) => {
    const { parent, hidden } = parentWorkspace();
    const read = (path: string) => call("read_file", { path: join(parent, path) });
    const { results } = await called(
      [
        call("list_directory", { path: parent }),
        call("search_files", { path: parent, text: secret }),
        call("list_directory", { path: hidden }),
        call("list_directory", { path: `${parent}/subagents/other` }),
        call("search_files", { path: hidden, text: secret }),
        read("subagents/other/run.json"),
        read("subagents/other/workspace/../run.json"),
        read("link/run.json"),
        read("subagent_config_other.yaml"),
        call("search_files", { path: `${parent}/subagent_config_other.yaml`, text: secret }),
        read("subagents/no-such"),
      ],
      [parent],
      { type, hidden_paths: [hidden] },
    );
    expect(results[0]).toBe("link\nplan.md\nsubagents-of-mine/");
    expect(results[1]).toBe(
      `${parent}/plan.md:1: ${secret}\n${parent}/subagents-of-mine/a.md:1: open, not ${secret}`,
    );
    expect(results.slice(2)).toEqual(
      Array.from({ length: 9 }, () => expect.stringMatching(/^error: .* is not in one of your places/)),
    );
  },
);

it("shows what a more specific context path hands on, and nothing beside it", async () => {
  const { parent, other, hidden } = parentWorkspace();
  const { results } = await called(
    [
      call("list_directory", { path: other }),
      call("read_file", { path: join(other, "notes.md") }),
      call("search_files", { path: other, text: secret }),
      call("read_file", { path: join(other, "subagent_config_other.yaml") }),
      call("read_file", { path: join(other, "../run.json") }),
      call("list_directory", { path: join(other, "..") }),
    ],
    [parent, other],
    { hidden_paths: [hidden] },
  );
  const refused = expect.stringMatching(/^error: .* is not in one of your places/);
  expect(results).toEqual(["notes.md", secret, `${other}/notes.md:1: ${secret}`, refused, refused, refused]);
});

it("hides a path that is as specific as a context path, also by another name of it", async () => {
  const { parent, other, hidden } = parentWorkspace();
  const linked = join(temporaryDirectory("retinue-linked-"), "handed");
  symlinkSync(parent, linked);
  const { results } = await called(
    [
      call("read_file", { path: join(other, "notes.md") }),
      call("read_file", { path: join(linked, "subagents/other/run.json") }),
      call("list_directory", { path: linked }),
    ],
    [other, linked],
    // Named through the link; the other way round it is the context path that is.
    { hidden_paths: [other, join(linked, "subagents"), hidden] },
  );
  const refused = expect.stringMatching(/^error: .* is not in one of your places/);
  expect(results).toEqual([refused, refused, "link\nplan.md\nsubagents-of-mine/"]);
});

it("hides what comes to lie there later, and never the agent's own directory", async () => {
  const parent = temporaryDirectory("retinue-parent-");
  const hidden = join(parent, "subagents");
  const { results } = await called(
    [
      call("write_file", { path: "mine.md", content: "mine" }),
      call("read_file", { path: "mine.md" }),
      call("search_files", { path: ".", text: "mine" }),
      call("list_directory", { path: "." }),
    ],
    [parent],
    { hidden_paths: ["/", hidden] },
  );
  expect(results.slice(1)).toEqual(["mine", expect.stringMatching(/mine\.md:1: mine$/), "mine.md"]);
  const { parent: full } = parentWorkspace();
  renameSync(join(full, "subagents"), hidden);
  const later = await called([call("list_directory", { path: parent })], [parent], {
    hidden_paths: [hidden],
  });
  expect(later.results).toEqual(["(empty)"]);
});
