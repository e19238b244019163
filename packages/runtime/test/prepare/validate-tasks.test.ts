import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { validateTasks } from "../../src/prepare/validate-tasks.ts";

const none = { activeTypes: () => ({ profiles: [], problems: [], warnings: [] }), reservedTypes: [] };

test.each([
  ["no list", "tasks", "NO_TASKS", /no task/],
  ["an empty list", [], "NO_TASKS", /no task/],
  [
    "more than allowed",
    [{ task: "a" }, { task: "b" }, { task: "c" }, { task: "d" }],
    "TOO_MANY_TASKS",
    /4 tasks.*at most 3/,
  ],
  [
    "a task without text",
    [{ task: "a" }, { subagent_id: "x" }],
    "INVALID_TASK",
    /Task 2.*task must be a string \(found nothing\)/,
  ],
  ["a blank task", [{ task: "  " }], "INVALID_TASK", /task must hold text/],
  ["a task that is a string", ["do it"], "INVALID_TASK", /"do it"/],
  ["an id with ..", [{ task: "a", subagent_id: "../../esc" }], "INVALID_TASK", /\.\.\/\.\.\/esc/],
  ["an id with a slash", [{ task: "a", subagent_id: "a/b" }], "INVALID_TASK", /a\/b/],
  ["an id with NUL", [{ task: "a", subagent_id: "a\0b" }], "INVALID_TASK", /a\\u0000b/],
  ["an id of 300 characters", [{ task: "a", subagent_id: "x".repeat(300) }], "INVALID_TASK", /x{20}.*…/],
  [
    "context_paths as a string",
    [{ task: "a", context_paths: "src" }],
    "INVALID_TASK",
    /context_paths must be an array \(found "src"\)/,
  ],
  [
    "context_paths with a number",
    [{ task: "a", context_paths: [1] }],
    "INVALID_TASK",
    /context_paths\[0\] must be a path, or {path, permission} \(found 1\)/,
  ],
  [
    "a timeout that is no number",
    [{ task: "a", timeout_seconds: "60" }],
    "INVALID_TASK",
    /timeout_seconds must be a number \(found "60"\)/,
  ],
  ["an unknown key", [{ task: "a", priority: 1 }], "INVALID_TASK", /unknown key priority/],
  [
    "a repeated id",
    [
      { task: "a", subagent_id: "x" },
      { task: "b", subagent_id: "x" },
    ],
    "DUPLICATE_ID",
    /"x"/,
  ],
  ["an unknown type", [{ task: "a", subagent_type: "wizard" }], "UNKNOWN_SUBAGENT_TYPE", /wizard/],
])("refuses %s", (_what, tasks, code, message) => {
  expect(() => validateTasks(tasks, 3, none)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
});

test("accepts what MassGen's parents send", () => {
  const task = {
    task: "Review.",
    subagent_id: "review",
    context_paths: [],
    context_files: ["a.md"],
    include_parent_workspace: false,
    timeout_seconds: 90.5,
    system_prompt: "You review.",
    skills: ["semtools"],
    metadata: { refine: false },
  };
  expect(validateTasks([task], 3, none)).toEqual([task]);
});

test.each([null, "", "  "])("takes %j for an id or a type that is left out, as MassGen does", (blank) => {
  const [task] = validateTasks(
    [{ task: "Review.", subagent_id: blank, subagent_type: blank, subagent_name: blank }],
    3,
    none,
  );
  expect(task).toEqual({ task: "Review." });
});

test("takes the alias where the type is blank", () => {
  const tasks = [{ task: "Review.", subagent_type: "", subagent_name: "wizard" }];
  expect(() => validateTasks(tasks, 3, none)).toThrow(/"wizard"/);
});

test(`context_paths that are no list are refused by value ${verifies("CONTEXT-LIST")}`, () => {
  for (const context_paths of ["src", 1, { path: "src" }]) {
    expect(() => validateTasks([{ task: "a", context_paths }], 3, none)).toThrow(
      expect.objectContaining({
        code: "INVALID_TASK",
        message: expect.stringContaining(JSON.stringify(context_paths)),
      }),
    );
  }
});
