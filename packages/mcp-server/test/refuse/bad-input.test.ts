import { expect, test } from "vitest";
import { connectedClient } from "../scripted/connected-client.ts";

const good = { task: "t" };
const refused: [
  what: string,
  args: Record<string, unknown>,
  code: string,
  message: RegExp,
  remedy: RegExp,
][] = [
  ["no tasks at all", {}, "INVALID_ARGUMENTS", /tasks is missing/, /Give tasks/],
  ["an empty list", { tasks: [] }, "NO_TASKS", /tasks is empty/, /at least one/],
  [
    "tasks as JSON text",
    { tasks: '[{"task":"t"}]' },
    "INVALID_ARGUMENTS",
    /text that holds one.*task/,
    /JSON array itself/,
  ],
  [
    "tasks as an object",
    { tasks: good },
    "INVALID_ARGUMENTS",
    /tasks must be a list, not \{"task":"t"\}/,
    /JSON array/,
  ],
  [
    "an unknown argument",
    { tasks: [good], wait: 5 },
    "INVALID_ARGUMENTS",
    /unknown key "wait"/,
    /tasks, background, refine/,
  ],
  [
    "an unknown key of a task",
    { tasks: [good, { ...good, prio: 1 }] },
    "INVALID_ARGUMENTS",
    /tasks\[1\]: unknown key "prio"/,
    /task, subagent_id/,
  ],
  [
    "a task without text",
    { tasks: [{ task: "  " }] },
    "INVALID_ARGUMENTS",
    /tasks\[0\]\.task " {2}" .*must hold text/,
    /Correct tasks\[0\]\.task/,
  ],
  [
    "a task that is missing",
    { tasks: [{}] },
    "INVALID_ARGUMENTS",
    /tasks\[0\]\.task is missing/,
    /Give tasks\[0\]\.task/,
  ],
  [
    "an id that climbs",
    { tasks: [{ ...good, subagent_id: "../../esc" }] },
    "INVALID_ARGUMENTS",
    /subagent_id "\.\.\/\.\.\/esc"/,
    /1 to 63/,
  ],
  [
    "an id with a slash",
    { tasks: [{ ...good, subagent_id: "a/b" }] },
    "INVALID_ARGUMENTS",
    /"a\/b"/,
    /1 to 63/,
  ],
  [
    "an id with NUL",
    { tasks: [{ ...good, subagent_id: "a\0b" }] },
    "INVALID_ARGUMENTS",
    /"a\\u0000b"/,
    /1 to 63/,
  ],
  [
    "an id of 300",
    { tasks: [{ ...good, subagent_id: "x".repeat(300) }] },
    "INVALID_ARGUMENTS",
    /"x{50,80}…/,
    /1 to 63/,
  ],
  [
    "context_paths as text",
    { tasks: [{ ...good, context_paths: "src" }] },
    "INVALID_ARGUMENTS",
    /tasks\[0\]\.context_paths must be a list, not text: "src"/,
    /\["src"\]/,
  ],
  [
    "a context path that is no string",
    { tasks: [good], context_paths: ["a", 7] },
    "INVALID_ARGUMENTS",
    /context_paths\[1\] 7 .*a string/,
    /Correct context_paths\[1\]/,
  ],
  [
    "a timeout in words",
    { tasks: [{ ...good, timeout_seconds: "soon" }] },
    "INVALID_ARGUMENTS",
    /timeout_seconds "soon" .*a number/,
    /Correct/,
  ],
  [
    "a flag in words",
    { tasks: [good], background: "false" },
    "INVALID_ARGUMENTS",
    /background "false" .*a boolean/,
    /Correct background/,
  ],
];

test.each(refused)(
  "%s is refused with value and remedy, and nothing is launched",
  async (_, args, code, message, remedy) => {
    const { call, manager } = await connectedClient();
    const reply = await call("spawn_subagents", args);
    expect(reply).toEqual({
      isError: true,
      success: false,
      operation: "spawn_subagents",
      error: {
        code,
        message: expect.stringMatching(message),
        remedy: expect.stringMatching(remedy),
        retryable: false,
      },
    });
    expect(manager.tasks).toEqual([]);
  },
);

test("the other tools are checked as well", async () => {
  const { call } = await connectedClient();
  expect(await call("list_subagents", { verbose: true })).toMatchObject({
    isError: true,
    error: { message: 'unknown key "verbose"' },
  });
  expect(await call("continue_subagent", { subagent_id: "..", message: "" })).toMatchObject({
    isError: true,
    error: {
      code: "INVALID_ARGUMENTS",
      message: expect.stringMatching(/subagent_id "\.\.".*message "" .*must hold text/),
    },
  });
});

test.each<[tool: string, args: Record<string, unknown>, message: string, remedy: string]>([
  [
    "list_subagents",
    { status: ["done"] },
    'status[0] "done" is not allowed: must be one of "running", "completed", ',
    'Correct status[0]: it must be one of "running", ',
  ],
  [
    "cancel_subagent",
    { subagent_id: "a", grace_seconds: 900 },
    "grace_seconds 900 is not allowed: must be at most 30",
    "Correct grace_seconds: it must be at most 30.",
  ],
  [
    "wait_for_background_tool",
    { timeout_seconds: -1 },
    "timeout_seconds -1 is not allowed: must be at least 0",
    "Correct timeout_seconds: it must be at least 0.",
  ],
  [
    "spawn_subagents",
    { tasks: [{ prompt: "t" }] },
    'tasks[0].task is missing; tasks[0]: unknown key "prompt"',
    'Give tasks[0].task. Leave "prompt" out; the keys here are task, ',
  ],
])("%s: what is wrong is said in plain words", async (tool, args, message, remedy) => {
  const { call } = await connectedClient();
  expect(await call(tool, args)).toMatchObject({
    error: { message: expect.stringContaining(message), remedy: expect.stringContaining(remedy) },
  });
});

test("every problem is named, up to a bound", async () => {
  const { call } = await connectedClient();
  const reply = await call("spawn_subagents", { tasks: Array.from({ length: 20 }, () => ({})) });
  expect(reply).toMatchObject({
    error: { message: expect.stringMatching(/tasks\[7\]\.task is missing; and 12 more$/) },
  });
});

test("a fault of the server is called one and is told", async () => {
  const { call, manager, faults } = await connectedClient();
  manager.list = async () => {
    throw new TypeError("boom");
  };
  expect(await call("list_subagents")).toMatchObject({
    isError: true,
    error: { code: "INTERNAL_ERROR", message: "The server failed: boom", retryable: false },
  });
  expect(faults).toMatchObject([{ message: "boom" }]);
});

test("arguments of too many levels are refused as what they are", async () => {
  const { call } = await connectedClient();
  // Nested with lists to what JSON.parse reads and JSON.stringify does not write: in memory nothing is written.
  let deep: unknown = "x";
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  const reply = await call("spawn_subagents", { tasks: deep as never });
  expect(reply).toMatchObject({ isError: true, error: { code: "INVALID_ARGUMENTS" } });
});
