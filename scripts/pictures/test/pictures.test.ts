import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { framesOf, type Frame } from "../frames.ts";
import { pictureOfARun } from "../picture-of-a-run.ts";
import { record } from "../record.ts";
import { svgOf } from "../svg.ts";

const root = join(import.meta.dirname, "../../..");
const size = { columns: 20, rows: 3, everyMs: 100 };
const chunk = (atMs: number, data: string) => ({ atMs, data: Buffer.from(data) });
const textOf = ({ lines }: Frame) =>
  lines.map((spans) => spans.map(({ text }) => text.trim()).join(" ")).join("\n");

const noTerminal = process.platform === "linux" ? "" : " (skipped: recording needs util-linux)";

describe.skipIf(noTerminal !== "")(`the picture at the head of README${noTerminal}`, () => {
  test("can be made: a run of three from its start to its answer", async () => {
    const { frames, svg } = await pictureOfARun();
    const texts = frames.map(textOf);
    expect(texts[0]).toMatch(/^\$ retinue run "/);
    expect(
      texts.some((text) => /^subagent_1 {2}running .*\n[^]*left\n[^]*scout[^]*reader[^]*auditor/m.test(text)),
    ).toBe(true);
    const last = texts.at(-1);
    expect(last).toMatch(/^subagent_1 {2}completed /m);
    expect(last).toMatch(/^votes: agent\d\.1 \d/m);
    expect(last).toMatch(/^Covered \d+ files\./m);
    expect(svg.match(/^<g transform=/gm)).toHaveLength(frames.length);
  });

  test("a run that fails makes none", async () => {
    const options = { columns: 80, rows: 5, cwd: root, env: process.env };
    await expect(record("echo too bad; exit 3", options)).rejects.toThrow(/ended with 3:\n.*too bad/s);
  });

  test("the program is on a terminal of that size", async () => {
    const options = { columns: 77, rows: 5, cwd: root, env: process.env };
    const written = await record("stty size; test -t 1", options);
    expect(Buffer.concat(written.map(({ data }) => data)).toString()).toBe("5 77\r\n");
  });
});

test("README opens with a picture that is there, and tells who does not see it what it shows", () => {
  const [, words = "", path = ""] =
    /!\[(.+)\]\((.+\.svg)\)/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  expect(words).toMatch(/three agents/);
  expect(existsSync(join(root, path))).toBe(true);
  expect(readFileSync(join(root, path), "utf8")).toMatch(/<title>A terminal: retinue run /);
});

describe("frames are what a terminal shows", () => {
  test("a line that is drawn over is seen as it was and as it is, each from its moment on", async () => {
    const frames = await framesOf(
      [chunk(0, "one\r\ntwo"), chunk(500, "\u001b[1A\r\u001b[2Kthree"), chunk(900, "\u001b[?25l")],
      size,
    );
    expect(frames.map((frame) => [frame.atMs, textOf(frame)])).toEqual([
      [0, "one\ntwo\n"],
      [500, "three\ntwo\n"],
    ]);
  });

  test("a picture that comes in pieces is one, and of a hurry of pictures the last remains", async () => {
    const pieces = [chunk(0, "o"), chunk(5, "ne"), chunk(60, "\rtwo"), chunk(400, "\rsix")];
    const frames = await framesOf(pieces, size);
    expect(frames.map(textOf)).toEqual(["two\n\n", "six\n\n"]);
  });

  test("colours, weight and wide characters have their cells", async () => {
    const [frame] = await framesOf(
      [chunk(0, "\u001b[31;1mred\u001b[0m \u001b[2m日本\u001b[38;2;1;2;3mx")],
      size,
    );
    expect(frame?.lines[0]).toEqual([
      { column: 0, width: 3, text: "red", color: 1, bold: true, dim: false },
      { column: 4, width: 4, text: "日本", color: undefined, bold: false, dim: true },
      { column: 8, width: 1, text: "x", color: "#010203", bold: false, dim: true },
    ]);
  });
});

test("what stood on the terminal is text in the picture", async () => {
  const frames = await framesOf([chunk(0, '<script>alert("&")')], size);
  const svg = svgOf(frames, { ...size, title: "<b>", restMs: 1000 });
  expect(svg).toContain(">&lt;script&gt;alert(&quot;&amp;&quot;)</text>");
  expect(svg).toContain("<title>&lt;b&gt;</title>");
  expect(svg).not.toContain("<script");
});
