import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readReceipt } from "@retinue/delegation-protocol/parent";
import { expect, it } from "vitest";
import { onEachEngine } from "../each-engine.ts";
import type { LeftOutbox } from "../watched-outbox.ts";

// It reads all that it can reach.
const script = `
read_all() { for each in "$1"/* "$1"/.[!.]*; do if [ -d "$each" ]; then read_all "$each"; elif [ -e "$each" ]; then cat "$each"; fi; done; }
read_all /context > /workspace/seen; echo done`;

interface Place {
  readonly root: string;
  readonly parent: string;
}

/** A parent's workspace with two subagents in it, one of which asks. */
function placeOfParent({ workspaces: root, config }: LeftOutbox) {
  // Of the contexts, too.
  Object.assign(config.outboxes[0] ?? {}, { context_roots: [root] });
  const parent = join(root, "project/parent");
  const files = {
    "notes.md": "notes",
    "subagents.md": "not theirs",
    "subagents/other/workspace/subagent_config_other.yaml": "secret: config",
    "subagents/other/workspace/answer.txt": "handed on",
    "subagents/_registry.json": "secret: registry",
    ".massgen/massgen_logs/run.json": "secret: run",
  };
  mkdirSync(join(parent, "subagents/me/workspace"), { recursive: true });
  chownSync(join(parent, "subagents/me/workspace"), 1000, 1000);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(parent, path, ".."), { recursive: true });
    writeFileSync(join(parent, path), `${text}\n`);
  }
  return { root, parent };
}

async function asked(watched: LeftOutbox, contextOf: (place: Place) => string) {
  const place = placeOfParent(watched);
  const workspace = join(place.parent, "subagents/me/workspace");
  const request = watched.request("me", { workspace, answer_file: join(workspace, "answer.txt") });
  const yaml_config = { ...request.yaml_config, orchestrator: { context_paths: [contextOf(place)] } };
  await watched.start();
  watched.put({ ...request, yaml_config } as never);
  const response = await watched.response("me");
  const seen = () => readFileSync(join(workspace, "seen"), "utf8").split("\n").filter(Boolean).toSorted();
  const receipt = () => readReceipt(watched.outbox, { subagentId: "me", requestId: request.request_id });
  return { response, seen, receipt };
}

onEachEngine("what other subagents of a parent have", ({ engine, newOutbox }) => {
  const engine_command = ["/bin/sh", "-c", script];
  const own = engine === "docker" ? ["volume", "gate"] : ["gate"];

  it.each([
    ...own.map(
      (pinning) => [pinning, "its whole workspace", ({ parent }: Place) => parent, "/context/0"] as const,
    ),
    [own[0], "what that lies in", ({ root }: Place) => root, "/context/0/project/parent"] as const,
  ])("cannot be read by one that is given %s: %s", async (mount_pinning, _what, contextOf, at) => {
    const watched = await newOutbox({ mount_pinning, engine_command });
    const { response, seen, receipt } = await asked(watched, contextOf);
    // Kubernetes keeps one text of both outputs.
    const stderr_tail = engine === "docker" ? "" : "done\n";
    expect(response).toMatchObject({ status: "completed", stderr_tail });
    expect(seen()).toEqual(["not theirs", "notes"]);
    const masked = receipt()?.mounts.filter(({ type }) => type === "tmpfs");
    expect(masked?.map(({ target, read_only }) => [target, read_only])).toEqual([
      [`${at}/subagents`, true],
      [`${at}/.massgen`, true],
    ]);
  });

  it.each([
    ["all of them", "subagents"],
    ["one's place", "subagents/other"],
    ["their registry", "subagents/_registry.json"],
  ])("is refused by name: %s", async (_what, path) => {
    const { response } = await asked(await newOutbox({ engine_command }), ({ parent }) => join(parent, path));
    expect(response).toMatchObject({ status: "error", exit_code: -1 });
    expect(response.stderr_tail).toContain("other subagents");
  });

  it.each([
    ["a workspace", "subagents/other/workspace", ["handed on", "secret: config"]],
    ["a directory above which nothing is kept", ".massgen/massgen_logs", ["secret: run"]],
  ])("is handed on where its parent names it: %s", async (_what, path, texts) => {
    const { response, seen } = await asked(await newOutbox({ engine_command }), ({ parent }) =>
      join(parent, path),
    );
    expect(response).toMatchObject({ status: "completed" });
    expect(seen()).toEqual(texts);
  });
});
