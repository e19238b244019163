import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readReceipt } from "@retinue/delegation-protocol/parent";
import { temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { noEngine, skipped } from "../test-engine.ts";
import { watchedOutbox } from "../watched-outbox.ts";

// It reads all that it can reach.
const script = `
read_all() { for each in "$1"/* "$1"/.[!.]*; do if [ -d "$each" ]; then read_all "$each"; elif [ -e "$each" ]; then cat "$each"; fi; done; }
read_all /context > /workspace/seen; echo done`;

/** A parent's workspace with two subagents in it, one of which asks. */
function placeOfParent() {
  const root = temporaryDirectory("retinue-parent-");
  chmodSync(root, 0o755);
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

async function asked(mount_pinning: string, contextOf: (place: { root: string; parent: string }) => string) {
  const place = placeOfParent();
  const roots = { workspace_roots: [place.root], context_roots: [place.root] };
  const watched = await watchedOutbox({
    mount_pinning,
    engine_command: ["/bin/sh", "-c", script],
    outbox: roots,
  });
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

describe.skipIf(noEngine !== undefined)(`what other subagents of a parent have${skipped}`, () => {
  it.each([
    ["volume", "its whole workspace", ({ parent }: { parent: string }) => parent, "/context/0"],
    ["gate", "its whole workspace", ({ parent }: { parent: string }) => parent, "/context/0"],
    ["volume", "what that lies in", ({ root }: { root: string }) => root, "/context/0/project/parent"],
  ])("cannot be read by one that is given %s: %s", async (pinning, _what, contextOf, at) => {
    const { response, seen, receipt } = await asked(pinning, contextOf);
    expect(response).toMatchObject({ status: "completed", stderr_tail: "" });
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
    const { response } = await asked("volume", ({ parent }) => join(parent, path));
    expect(response).toMatchObject({ status: "error", exit_code: -1 });
    expect(response.stderr_tail).toContain("other subagents");
  });

  it.each([
    ["a workspace", "subagents/other/workspace", ["handed on", "secret: config"]],
    ["a directory above which nothing is kept", ".massgen/massgen_logs", ["secret: run"]],
  ])("is handed on where its parent names it: %s", async (_what, path, texts) => {
    const { response, seen } = await asked("volume", ({ parent }) => join(parent, path));
    expect(response).toMatchObject({ status: "completed" });
    expect(seen()).toEqual(texts);
  });
});
