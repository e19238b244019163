import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import { describe, expect, it } from "vitest";
import { engines, noEngine, place, skipped, watchProgram } from "./watch-program.ts";

describe.each(engines)(`retinue-watch and its runs$where`, ({ engine, isMissing }) => {
  it.skipIf(isMissing)("once: answers what lies there, and ends", async () => {
    const { config, request, requestFile, response, workspace } = await place(engine);
    writeFileSync(requestFile, JSON.stringify(request));
    const { code, stdout } = await watchProgram(["once", "--config", config]).ended;
    expect(code).toBe(0);
    expect(await response()).toMatchObject({ status: "completed", exit_code: 0 });
    expect(readFileSync(join(workspace, "answer.txt"), "utf8")).toContain("an answer");
    const events = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg)
      .filter((event) => event !== "unprotected");
    expect(events).toEqual(["watching", "claimed", "started", "decided", "stopped"]);
  });

  it.skipIf(isMissing)("run: at a second SIGTERM leaves what runs, for the next one to answer", async () => {
    const { config, request, requestFile, response } = await place(engine);
    const { child, said, ended } = watchProgram(["run", "--config", config]);
    await eventually("it watches", () => said.stdout.includes('"watching"'));
    const [agent] = request.yaml_config.agents;
    const backend = { type: "command", command: ["sh", "-c", "sleep 300"] };
    const yaml_config = { ...request.yaml_config, agents: [{ ...agent, backend }] };
    writeFileSync(requestFile, JSON.stringify({ ...request, yaml_config, timeout_seconds: 5 }));
    await eventually("it runs", () => said.stdout.includes('"started"'));
    child.kill("SIGTERM");
    await eventually("it drains", () => said.stdout.includes('"draining"'));
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    expect(said.stdout).toMatch(/"stage":"going".*"left_pending"/);
    expect((await watchProgram(["once", "--config", config]).ended).code).toBe(0);
    expect(await response()).toMatchObject({ status: "timeout" });
  });

  it.skipIf(isMissing)("try: prints what is in force, as inspected and as the container saw it", async () => {
    const { config } = await place(engine);
    const { code, stdout } = await watchProgram(["try", "--config", config]).ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      receipt: {
        network: engine === "docker" ? "none" : "policy",
        capabilities_dropped: ["ALL"],
        read_only_root: true,
      },
      seen: { uid: "65532", interfaces: ["lo"], no_new_privileges: true },
    });
  });
});

describe.skipIf(noEngine !== undefined)(`retinue-watch on an engine${skipped}`, () => {
  it("once: says which answer could not be given, and ends with 1", async () => {
    const { config, request, requestFile } = await place();
    const inTheWay = join(dirname(requestFile), "response_a.json");
    mkdirSync(inTheWay);
    writeFileSync(requestFile, JSON.stringify(request));
    const { code, stdout } = await watchProgram(["once", "--config", config]).ended;
    expect(code).toBe(1);
    const said = stdout.split("\n").find((line) => line.includes('"left_pending"'));
    expect(JSON.parse(said ?? "")).toMatchObject({
      count: 1,
      requests: [{ subagent_id: "a", stage: "decided" }],
    });
    rmSync(inTheWay, { recursive: true });
    expect((await watchProgram(["once", "--config", config]).ended).code).toBe(0);
    expect(JSON.parse(readFileSync(inTheWay, "utf8"))).toMatchObject({ status: "completed" });
  });

  it("run: at SIGTERM takes nothing more, and waits for what runs", async () => {
    const { config, request, requestFile, response } = await place();
    const { child, said, ended } = watchProgram(["run", "--config", config]);
    await eventually("it watches", () => said.stdout.includes('"watching"'));
    writeFileSync(requestFile, JSON.stringify(request));
    await eventually("it runs", () => said.stdout.includes('"started"'));
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    expect(await response()).toMatchObject({ status: "completed" });
  });

  it("doctor: passes what is in force, fails what is not", async () => {
    const { config } = await place();
    const good = await watchProgram(["doctor", "--config", config]).ended;
    expect(good.stdout).not.toMatch(/^NO /m);
    expect(good.stdout).toContain("yes   a container sees no network: lo");
    expect(good.code).toBe(0);
    writeFileSync(config, readFileSync(config, "utf8").replace(/image: .*/, "image: none:here"));
    const bad = await watchProgram(["doctor", "--config", config]).ended;
    expect(bad.stdout).toMatch(/^NO {4}a container runs .*none:here/m);
    expect(bad.code).toBe(1);
  });

  it("plan: says what a request would start, starts nothing, and says why one is refused", async () => {
    const { config, request, requestFile, workspace } = await place();
    const path = join(temporaryDirectory(), "request.json");
    writeFileSync(path, JSON.stringify(request));
    const planned = await watchProgram(["plan", path, "--config", config]).ended;
    expect(JSON.parse(planned.stdout)).toMatchObject({
      container: { User: "1000:1000", HostConfig: { NetworkMode: "none" } },
      config: { agents: [{ id: "one" }] },
    });
    writeFileSync(path, JSON.stringify({ ...request, workspace: "/etc" }));
    const refused = await watchProgram(["plan", path, "--config", config]).ended;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("/etc");
    expect([requestFile, join(workspace, "answer.txt")].some((each) => existsSync(each))).toBe(false);
  });
});

it.each([
  ["no command", [], /retinue-watch COMMAND/],
  ["an unknown command", ["walk"], /walk/],
  ["plan without a request", ["plan"], /plan REQUEST/],
  ["an unknown flag", ["run", "--network", "host"], /--network/],
  ["a configuration that is not there", ["run", "--config", "/nowhere.yaml"], /nowhere/],
])("refuses %s with exit code 2", async (_what, args, named) => {
  const { code, stderr } = await watchProgram(args).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(named);
});

it("refuses a configuration by the names of its wrong keys", async () => {
  const path = join(temporaryDirectory(), "watch.yaml");
  writeFileSync(path, "version: 1\nspool: spool\nnetwork: host\n");
  const { code, stderr } = await watchProgram(["run", "--config", path]).ended;
  expect(code).toBe(2);
  for (const key of ["spool", "network", "image", "outboxes"]) expect(stderr).toContain(key);
});

describe("retinue-watch", () => {
  it("says how it is used and which version it is", async () => {
    const [help, version] = await Promise.all(
      [["--help"], ["--version"]].map((args) => watchProgram(args).ended),
    );
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("doctor") });
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
