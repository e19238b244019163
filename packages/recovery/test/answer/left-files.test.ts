import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pairFiles, pairStatus, runDirectory, write } from "../run-directory.ts";

/** A status of the pair whose agents name their own directories beneath `base`. */
function statusBeneath(base: string, changes: object = {}) {
  const agent = (id: string, count: number) => ({
    answer_count: count,
    workspace_paths: { workspace: `${base}/${id}_0123abcd` },
  });
  return pairStatus({ agents: { beta: agent("beta", 1), alpha: agent("alpha", 1) }, ...changes });
}

test("the files of whoever's answer it is are named, with the directory to collect them from", async () => {
  const run = runDirectory({
    ...pairFiles(),
    "workspace/beta_0123abcd/report.md": "Report",
    "workspace/beta_0123abcd/checks/a.txt": "12345",
    "workspace/beta_0123abcd/.git/config": "not shown",
    "workspace/beta_0123abcd/node_modules/x/index.js": "not shown",
    "workspace/alpha_0123abcd/other.md": "another's",
  });
  write(join(run.logPath, "full_logs/status.json"), statusBeneath(run.workspacePath));
  expect(await run.recover()).toMatchObject({
    answer: "beta's answer",
    answer_directory: join(run.workspacePath, "beta_0123abcd"),
    files: [
      { path: "report.md", bytes: 6 },
      { path: "checks/a.txt", bytes: 5 },
    ],
  });
});

test("a directory as a container calls it is found in the workspace", async () => {
  const run = runDirectory({ ...pairFiles(), "workspace/beta_0123abcd/report.md": "Report" });
  write(join(run.logPath, "full_logs/status.json"), statusBeneath("/workspace"));
  expect(await run.recover()).toMatchObject({ files: [{ path: "report.md", bytes: 6 }] });
});

test("without any answer the files of the first registered agent that left some are named", async () => {
  const run = runDirectory({ "workspace/alpha_0123abcd/half.md": "half" });
  const none = {
    beta: { answer_count: 0 },
    alpha: { answer_count: 0, workspace_paths: { workspace: "/workspace/alpha_0123abcd" } },
  };
  write(join(run.logPath, "full_logs/status.json"), {
    agents: none,
    coordination: { phase: "initial_answer" },
  });
  expect(await run.recover()).toMatchObject({
    status: "timeout",
    answer: null,
    answer_directory: join(run.workspacePath, "alpha_0123abcd"),
    files: [{ path: "half.md", bytes: 4 }],
  });
});

test("no more than fifty are named, none through a link, and nothing outside", async () => {
  const many = Array.from({ length: 60 }, (_, n) => [
    `workspace/beta_0123abcd/f${String(n).padStart(2, "0")}`,
    "x",
  ]);
  const run = runDirectory({ ...pairFiles(), ...Object.fromEntries(many) });
  mkdirSync(join(run.directory, "outside/beta_0123abcd"), { recursive: true });
  symlinkSync("/etc", join(run.workspacePath, "beta_0123abcd/a-link"));
  write(join(run.logPath, "full_logs/status.json"), statusBeneath(join(run.directory, "outside")));
  const { files = [] } = await run.recover();
  expect(files).toHaveLength(50);
  expect(files.map(({ path }) => path)).not.toContain("a-link");
  expect(files[0]).toEqual({ path: "f00", bytes: 1 });
});

test("a run that left no files names none", async () => {
  const result = await runDirectory(pairFiles()).recover();
  expect(result).not.toHaveProperty("files");
  expect(result).not.toHaveProperty("answer_directory");
});
