import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { eventually, type EngineName } from "@retinue/testkit";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ParentOrders } from "../programs/delegating-parent.ts";
import { serverProgram } from "../programs/server-program.ts";
import { delegatedOptions, parentProgram } from "./counting-team.ts";
import { delegatingHost, engines, type DelegatingHost } from "./delegating-host.ts";
import { bundled, parentContainer } from "./parent-container.ts";
import { parentManager } from "./parent-manager.ts";

const timeout = 240_000;
const branch = "retinue/scout";

/** The host's git as a parent's user, who owns the repository. */
function git({ workspace }: DelegatingHost, uid: number, ...args: string[]): string {
  const named = ["-c", "user.name=A", "-c", "user.email=a@localhost"];
  const env = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const as = { cwd: workspace, env, uid, gid: uid, stdio: "pipe" as const };
  return execFileSync("git", [...named, ...args], as)
    .toString()
    .trim();
}

/** A host whose parent's workspace is a repository with two commits. */
async function hostWithRepository(uid: number, engine: EngineName, config = {}): Promise<DelegatingHost> {
  const host = await delegatingHost(uid, undefined, { engine, config });
  git(host, uid, "init", "--quiet", "--initial-branch=main");
  for (const message of ["First", "Second"]) {
    git(host, uid, "add", "--all");
    git(host, uid, "commit", "--quiet", "--allow-empty", "--message", message);
  }
  return host;
}

/** An agent that does this in its clone, in sh, and that votes for an answer where it is asked to. */
const member = (id: string, script: string) => ({
  id,
  backend: {
    type: "command",
    command: [
      "sh",
      "-c",
      `if [ "$RETINUE_STAGE" = vote ]; then echo '{"vote":{"for":"agent2.1","reason":"its clone"}}' >"$RETINUE_REPLY_FILE"; exit; fi
[ "$RETINUE_STAGE" = answer ] || { echo presented; exit; }
cd ws || exit; task=$(cat); ${script}`,
    ],
  },
});

const one = { files: 1, branch, merges: [{ branch: "HEAD", clean: true }] };

describe.each(engines)(
  `a delegated run that is given a repository to change$where`,
  ({ engine, isMissing }) => {
    test.skipIf(isMissing)(
      "of a team each agent has a clone of its own, and a client takes the winner's over",
      { timeout },
      async () => {
        const host = await hostWithRepository(1000, engine);
        const look = 'git -c safe.directory="*" status --porcelain; git rev-list --count HEAD';
        const agents = ["alpha", "beta"].map((id) =>
          member(id, `{ ${look}; echo ${id} >notes.txt; ${look}; } >../looked; echo ${id}`),
        );
        writeFileSync(join(host.workspace, "retinue.yaml"), JSON.stringify({ agents }));
        const parent = await parentContainer(host, 1000, { server: dirname(serverProgram) });
        const [command, ...args] = parent.command(
          "server",
          "--workspace-path",
          host.workspace,
          ...host.flags,
        );
        const client = new Client({ name: "v1", version: "1" });
        await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
        onTestFinished(() => client.close());
        const call = async (name: string, given: Record<string, unknown>) => {
          const reply = await client.callTool({ name, arguments: given }, undefined, { timeout });
          return reply.structuredContent as Record<string, unknown>;
        };
        const task = { task: "Say who you are.", subagent_id: "scout", changes: { path: "." } };
        const spawned = await call("spawn_subagents", { tasks: [task] });
        expect(spawned).toMatchObject({ results: [{ changes: { ...one, agent_id: "beta" } }] });
        // Its own git saw the clone, clean and then changed, without anything of the parent's.
        const looked = globSync(join(host.workspace, "subagents/scout/workspace/*/looked"));
        expect(looked.map((path) => readFileSync(path, "utf8"))).toEqual(
          Array(2).fill("1\n M notes.txt\n1\n"),
        );
        expect(git(host, 1000, "show", `${branch}:notes.txt`)).toBe("beta");
        expect(readFileSync(join(host.workspace, "notes.txt"), "utf8")).toBe("the parent's notes\n");
        expect(await call("apply_subagent_changes", { subagent_id: "scout" })).toMatchObject({ applied: 1 });
        expect(readFileSync(join(host.workspace, "notes.txt"), "utf8")).toBe("beta\n");
      },
    );

    test.skipIf(isMissing)(
      "at its deadline, cancelled, with its .git ruined: the changes come back",
      { timeout },
      async () => {
        // Root's workspace: the run works as somebody else, and gives it back. On Kubernetes it is refused.
        const uid = engine === "docker" ? 0 : 1000;
        const host = await hostWithRepository(uid, engine);
        const spoil = `require("fs").rmSync(".git",{recursive:true});require("fs").symlinkSync("/workspace",".git");`;
        const nested = `require("fs").mkdirSync("sub/.git",{recursive:true});require("fs").writeFileSync("sub/.git/config","x")`;
        const script = `case "$task" in *RUIN*) echo ruined >notes.txt; node -e '${spoil}${nested}';;
*) echo edited >notes.txt; : >../edited; sleep 600;; esac; echo done`;
        const timeouts = { defaultSeconds: 120, minSeconds: 1, maxSeconds: 180, warnings: [] };
        const options = { ...delegatedOptions(host, [member("solo", script)]), timeouts };
        const manager = await parentManager(options, { uid });
        const [late, cancelled, ruined] = await manager.spawn(
          [
            { task: "Be late.", subagent_id: "late", timeout_seconds: 20, changes: { path: "." } },
            { task: "Wait.", subagent_id: "cancelled", changes: { path: "." } },
            {
              task: "RUIN",
              subagent_id: "ruined",
              context_paths: [{ path: ".", permission: "write" }],
            },
          ],
          { refine: false },
        );
        const edited = join(cancelled?.workspace ?? "", "*/edited");
        await eventually("its edit", () => globSync(edited).length > 0, 60);
        expect(await manager.cancel("cancelled")).toMatchObject({ changes: { files: 1 } });
        expect(await ruined?.result).toMatchObject({
          status: "completed",
          changes: { files: 1, left_out: [expect.stringContaining("sub/.git")] },
        });
        expect(await late?.result).toMatchObject({ changes: { files: 1 } });
        for (const [id, text] of Object.entries({ late: "edited", cancelled: "edited", ruined: "ruined" }))
          expect(git(host, uid, "show", `retinue/${id}:notes.txt`)).toBe(text);
      },
    );

    test.skipIf(isMissing)(
      "the parent's server is killed: the next one brings the changes back",
      { timeout },
      async () => {
        const host = await hostWithRepository(1000, engine);
        const script =
          "echo edited >notes.txt; : >../edited; while [ ! -e /context/0/go ]; do sleep 0.1; done; echo done";
        const options = delegatedOptions(host, [member("solo", script)]);
        const programs = { parent: await bundled(parentProgram) };
        const parent = await parentContainer(host, 1000, programs);
        const spawn = { task: "Edit.", subagent_id: "scout", changes: { path: "." } };
        const printed = parent.node("parent", JSON.stringify({ options, spawn } satisfies ParentOrders));
        const itself = printed.then(
          () => "ended",
          () => "killed",
        );
        const edited = join(host.workspace, "subagents/scout/workspace/*/edited");
        await Promise.race([eventually("its edit", () => globSync(edited).length > 0, 60), printed]);
        await parent.kill();
        expect(await itself).toBe("killed");
        writeFileSync(join(host.workspace, "go"), "");
        await eventually("its end", () => host.events.some(({ event }) => event === "decided"), 60);
        const next = await parentContainer(host, 1000, programs);
        const said = await next.node(
          "parent",
          JSON.stringify({ options, collect: true } satisfies ParentOrders),
        );
        const words = said.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
        expect(words.find((word) => "result" in word)).toMatchObject({ result: { changes: one } });
        expect(git(host, 1000, "show", `${branch}:notes.txt`)).toBe("edited");
      },
    );

    // What a configuration says is the same on each engine.
    test.skipIf(isMissing || engine !== "docker")(
      "a host's MassGen is told of a tree that its team may write",
      { timeout },
      async () => {
        // The part of MassGen that this is about: its winner writes where its configuration lets it.
        const massgen = `const { readFileSync, writeFileSync } = require("fs");
const after = (flag) => process.argv[process.argv.indexOf(flag) + 1];
const { orchestrator } = JSON.parse(readFileSync(after("--config"), "utf8"));
for (const { path, permission } of orchestrator.context_paths)
  if (permission === "write") writeFileSync(path + "/notes.txt", "edited\\n");
writeFileSync(after("--output-file"), "done");`;
        const host = await hostWithRepository(0, engine, {
          engine_command: ["node", "-e", massgen, "massgen"],
        });
        const options = delegatedOptions(host, [member("solo", "true")]);
        const engineOf = { kind: "massgen" as const, command: ["massgen"] };
        const manager = await parentManager({ ...options, engine: engineOf }, { uid: 0 });
        const [scout] = await manager.spawn([
          { task: "Edit.", subagent_id: "scout", changes: { path: "." } },
        ]);
        expect(await scout?.result).toMatchObject({ status: "completed", changes: one });
        expect(git(host, 0, "show", `${branch}:notes.txt`)).toBe("edited");
      },
    );
  },
);
