import { eventually } from "@retinue/testkit";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { call, initialize, rawServer, replyOf } from "./raw-server.ts";

const work = { task: "work", subagent_id: "one" };

test.each<[what: string, tasks: object[], code: string, message: RegExp]>([
  [
    "more tasks than allowed",
    Array.from({ length: 4 }, () => ({ task: "t" })),
    "TOO_MANY_TASKS",
    /4 tasks .*at most 3/,
  ],
  ["ids that repeat", [work, work], "DUPLICATE_ID", /"one"/],
  [
    "a context path that does not exist",
    [work, { task: "t", context_paths: ["nowhere/at/all"] }],
    "CONTEXT_PATH_REFUSED",
    /nowhere\/at\/all/,
  ],
  [
    "a context path into the system",
    [{ ...work, context_paths: ["/proc"] }],
    "CONTEXT_PATH_REFUSED",
    /\/proc/,
  ],
  ["a type that does not exist", [{ ...work, subagent_type: "wizard" }], "UNKNOWN_SUBAGENT_TYPE", /"wizard"/],
])("%s: refused by value and remedy, and no task is launched", async (_, tasks, code, message) => {
  const workspace = parentWorkspace();
  const server = rawServer({ cwd: workspace });
  server.send(initialize);
  server.send(call(2, "spawn_subagents", { tasks }));
  expect(await eventually("the refusal", () => replyOf(server, 2))).toMatchObject({
    isError: true,
    structuredContent: {
      success: false,
      error: { code, message: expect.stringMatching(message), remedy: expect.stringMatching(/\S/) },
    },
  });
  const launched = existsSync(join(workspace, "subagents")) ? readdirSync(join(workspace, "subagents")) : [];
  expect(launched.filter((name) => name !== ".gitignore" && name !== "_registry.json")).toEqual([]);
});

test("an id that runs already is refused, and the one that runs is left alone", async () => {
  const server = rawServer({ cwd: parentWorkspace({ seconds: 3 }) });
  server.send(initialize);
  server.send(call(2, "spawn_subagents", { tasks: [work] }));
  server.send(call(3, "spawn_subagents", { tasks: [work] }));
  server.send(call(4, "continue_subagent", { subagent_id: "one", message: "more" }));
  const refused = await eventually("the refusal", () => replyOf(server, 3));
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "ALREADY_RUNNING" } } });
  expect(await eventually("the other refusal", () => replyOf(server, 4))).toMatchObject({ isError: true });
  expect(await eventually("the result", () => replyOf(server, 2))).toMatchObject({
    isError: false,
    structuredContent: { success: true, results: [{ subagent_id: "one", status: "completed" }] },
  });
});

test("in a container without prefix or fallback, isolated is refused and says what to configure", async ({
  skip,
}) => {
  skip(!existsSync("/.dockerenv") && !existsSync("/run/.containerenv"), "this machine is no container");
  const server = rawServer({ cwd: parentWorkspace(), args: ["--runtime-mode", "isolated"] });
  server.send(initialize);
  server.send(call(2, "spawn_subagents", { tasks: [work] }));
  expect(await eventually("the refusal", () => replyOf(server, 2))).toMatchObject({
    isError: true,
    structuredContent: {
      error: {
        code: "MODE_UNAVAILABLE",
        remedy: expect.stringContaining("subagent_runtime_fallback_mode: inherited"),
      },
    },
  });
});
