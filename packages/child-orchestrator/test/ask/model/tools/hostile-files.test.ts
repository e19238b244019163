import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { call, called } from "../tool-calls.ts";

const gibi = 1024 ** 3;

it("passes over what is no plain file, and says what is too large", async () => {
  const directory = temporaryDirectory("retinue-hostile-");
  execFileSync("mkfifo", [join(directory, "fifo")]);
  symlinkSync(".", join(directory, "loop"));
  writeFileSync(join(directory, "sparse"), "");
  truncateSync(join(directory, "sparse"), 8 * gibi);
  writeFileSync(join(directory, "plain"), "fish");
  const at = (name: string) => ({ path: join(directory, name) });
  const { results } = await called(
    [
      call("read_file", at("fifo")),
      call("read_file", at("sparse")),
      call("read_file", at("loop/plain")),
      call("search_files", { ...at("fifo"), text: "fish" }),
      call("search_files", { path: directory, text: "fish" }),
      call("search_files", { path: directory, text: "" }),
    ],
    [directory],
  );
  expect(results).toEqual([
    expect.stringMatching(/^error: .*fifo.* is not a regular file/),
    expect.stringMatching(/^error: .*sparse/),
    expect.stringMatching(/^error: .*symbolic link/),
    "(no line)",
    `${directory}/plain:1: fish\n(not searched: 1 files of more than 1048576 bytes)`,
    'error: "text" is empty',
  ]);
});

it("looks at so many entries and bytes, lines and directories, and says that there are more", async () => {
  const [wide, large, lines, deep] = ["wide", "large", "lines", "deep"].map((name) =>
    temporaryDirectory(`retinue-${name}-`),
  ) as [string, string, string, string];
  for (let index = 0; index < 20_500; index++) writeFileSync(join(wide, `f${index}`), "");
  for (let index = 0; index < 70; index++) {
    writeFileSync(join(large, `f${index}`), "");
    truncateSync(join(large, `f${index}`), 1024 * 1024);
  }
  writeFileSync(join(lines, "f"), "x\n".repeat(500_000));
  const bottom = join(deep, "d/".repeat(70));
  mkdirSync(bottom, { recursive: true });
  writeFileSync(join(bottom, "f"), "fish");
  const search = (path: string, text: string) => call("search_files", { path, text });
  const { results } = await called(
    [
      search(wide, "fish"),
      search(large, "fish"),
      search(deep, "fish"),
      search(lines, "x"),
      call("list_directory", { path: wide }),
      call("read_file", { path: join(bottom, "f") }),
    ],
    [wide, large, lines, deep],
  );
  const cut = "(no line)\n(not everything was searched, only 20000 entries, 67108864 bytes)";
  expect(results.slice(0, 3)).toEqual([cut, cut, cut]);
  expect(results[3]?.split("\n")).toHaveLength(201);
  expect(results[3]).toMatch(/\/f:200: x\n\(and perhaps more\)$/);
  expect(results[4]?.split("\n")).toHaveLength(1001);
  expect(results[5]).toMatch(/^error: .* is more than 64 directories deep$/);
});

it("makes no tree that nobody can walk", async () => {
  const { results, directory } = await called(
    [
      call("write_file", { path: `${"d/".repeat(100)}f`, content: "x" }),
      call("write_file", { path: `${"d/".repeat(100_000)}f`, content: "x" }),
      call("write_file", { path: `${"d".repeat(5000)}/f`, content: "x" }),
      call("no_such_tool".repeat(1000), {}),
    ],
    [],
  );
  expect(results).toEqual([
    expect.stringMatching(/^error: .* is more than 64 directories deep$/),
    "error: the path has more than 4096 characters",
    "error: the path has more than 4096 characters",
    expect.stringMatching(/^error: there is no tool .{100}$/),
  ]);
  expect(globSync(join(directory, "agent_1_*/d*"))).toEqual([]);
});
