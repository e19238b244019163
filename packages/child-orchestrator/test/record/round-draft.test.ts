import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished, vi } from "vitest";
import { keyHider } from "../../src/hide/hide-keys.ts";
import { RoundDraft, type DraftEvent } from "../../src/record/round-draft.ts";

/** A draft in a directory of its own, for a team with these variables. */
function newDraft(environment: Readonly<Record<string, string>> = {}) {
  const path = join(temporaryDirectory("retinue-draft-"), ".drafts/alpha_0.md");
  const events: DraftEvent[] = [];
  const draft = new RoundDraft({
    path,
    keys: keyHider([], environment),
    onEvent: (event) => void events.push(event),
    onUsage: () => {},
  });
  onTestFinished(() => draft[Symbol.dispose]());
  const kept = () => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return { draft, path, events, kept };
}

it("is on disk within a quarter of a second, without its last word while that may be a key", async () => {
  const { draft, kept } = newDraft({ OPENAI_API_KEY: "sk-secret-of-ours" });
  draft.text("It is forty-two, and the key is sk-secret-of");
  await expect.poll(kept).toBe("It is forty-two, and the key is ");
  draft.text("-ours, which is hidden. ");
  await expect.poll(kept).toBe("It is forty-two, and the key is …, which is hidden. ");
});

it("is written four times a second at most, however many pieces come", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { draft, kept } = newDraft();
  const lengths = new Set<number>();
  for (let piece = 0; piece < 1000; piece++) {
    draft.text("word. ");
    vi.advanceTimersByTime(1);
    lengths.add(kept().length);
  }
  // Nothing, and once for each quarter of the second.
  expect(lengths.size).toBe(5);
});

it("keeps messages apart, and tools and notes of ours as events of a line; a note before what comes after it as well", () => {
  const { draft, events, kept } = newDraft({ A_KEY: "sk-secret-of-ours" });
  draft.text("I look.");
  draft.tool("Read", ' {"path":\n"/etc/sk-secret-of-ours"} ');
  draft.text("It is forty-two.");
  draft.note("refused: sk-secret-of-ours");
  draft.text("Once more.");
  draft.apart();
  draft.end();
  expect(kept()).toBe("I look.\n\nIt is forty-two.\n\n[refused: …]\n\nOnce more.");
  expect(events).toEqual([
    { event: "tool", name: "Read", about: '{"path": "/etc/…"}' },
    { event: "note", note: "refused: …" },
  ]);
  expect(draft.whereabouts()).toMatch(/; what it had said, 33 characters, is in .*alpha_0\.md$/);
});

it("keeps so much of what an agent says, and says that it is cut", () => {
  const { draft, kept } = newDraft();
  const mebi = `${"x".repeat(1024 * 1024 - 1)} `;
  for (let count = 0; count < 40; count++) draft.text(mebi);
  draft.end();
  expect(kept().replaceAll(mebi, "M")).toBe(
    `${"M".repeat(32)}\n(cut: only 33554432 characters of a round are kept here)\n`,
  );
});

it("keeps no key that an agent says, however it is parted between pieces and writes", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const keys = { OPENAI_API_KEY: "sk-secret-of-ours", PEM_KEY: "-----BEGIN-----\n\n0123456789".repeat(40) };
  const { draft, kept } = newDraft(keys);
  const words = "It is forty-two, \u{1F600} as you may see. ";
  const text = `${Object.values(keys).join(words)}${words}postgres://me:pw-of-mine@db/x ${words}`.repeat(20);
  const hidden = `…${words}…${words}postgres://…@db/x ${words}`.repeat(20);
  // Of prime length, so that each key is parted in many ways, and each character of two halves as well.
  for (let at = 0; at < text.length; at += 7) {
    draft.text(text.slice(at, at + 7));
    vi.advanceTimersByTime(250);
    expect(hidden.startsWith(kept())).toBe(true);
  }
  draft.end();
  expect(kept()).toBe(hidden);
});

it("goes on with what could not be written, and says why when it never could", () => {
  const { draft, path, kept } = newDraft();
  writeFileSync(join(dirname(path), "..", ".drafts"), "in the way");
  draft.text("Kept in memory.");
  draft.end();
  expect(draft.problem).toMatch(/could not be kept as it came: .*(EEXIST|ENOTDIR)/);
  expect(kept()).toBe("");
  rmSync(dirname(path));
  draft.text(" And then on disk.");
  draft.end();
  expect(kept()).toBe("Kept in memory. And then on disk.");
  expect(draft.problem).toBeUndefined();
});

it("takes nothing in once the round is over", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { draft, kept } = newDraft();
  draft.text("Said.");
  draft[Symbol.dispose]();
  draft.text(" Too late.");
  draft.apart();
  vi.advanceTimersByTime(1000);
  expect(kept()).toBe("Said.");
});

it("writes through nothing that an agent has put in its place", () => {
  const { draft, path, kept } = newDraft();
  const outside = join(temporaryDirectory("retinue-outside-"), "kept");
  writeFileSync(outside, "kept");
  mkdirSync(dirname(path));
  symlinkSync(outside, path);
  draft.text("Said.");
  draft.end();
  expect(readFileSync(outside, "utf8")).toBe("kept");
  expect(kept()).toBe("Said.");
});
