import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { eventually, temporaryDirectory } from "@retinue/testkit";
import type { VendorRequest } from "@retinue/testkit/vendor-api";
import { expect, onTestFinished, test } from "vitest";
import { modelAgent, vendorApi } from "./model-parent.ts";

const mebi = 1024 * 1024;

/** The built engine, asking a model at this server. */
function engine(url: string, contextPath?: string) {
  const workspace = temporaryDirectory("retinue-engine-");
  const document = {
    agents: [modelAgent("alpha", "chatcompletion", { url })],
    orchestrator: contextPath === undefined ? {} : { context_paths: [{ path: contextPath }] },
  };
  writeFileSync(join(workspace, "team.yaml"), JSON.stringify(document));
  const flags = ["--config", "team.yaml", "--automation", "--output-file", "answer.txt", "Answer."];
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../dist/main.js"), ...flags], {
    cwd: workspace,
    env: { PATH: process.env["PATH"], OPENAI_API_KEY: "sk-secret" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  const ended = once(child, "close").then(([code]: unknown[]) => ({
    code,
    stderr: Buffer.concat(said).toString(),
  }));
  return { workspace, child, ended };
}

/** The most memory that a process has had, in bytes. */
function peakMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

test.skipIf(process.platform !== "linux").each([200, 400])(
  "the engine stays small before a server that does not end its line: %i",
  { timeout: 240_000 },
  async (status) => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    let peak = 0;
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { "content-type": "text/event-stream" });
      response.write("data: ");
      let left = 1024 * mebi;
      const more = () => {
        peak = Math.max(peak, peakMemory(run.child.pid));
        while (left > 0 && !response.destroyed) {
          left -= chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      response.on("error", () => {});
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const run = engine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { code, stderr } = await run.ended;
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/more than \d+ bytes/) });
    expect(peak).toBeLessThan(400 * mebi);
  },
);

test(
  "interrupted in the middle of many searches, the engine begins no further one and has its answer",
  { timeout: 240_000 },
  async () => {
    const project = temporaryDirectory("retinue-project-");
    for (let index = 0; index < 1500; index++) {
      mkdirSync(join(project, `d${index}`));
      writeFileSync(join(project, `d${index}/f`), "x".repeat(20_000));
    }
    const search = { name: "search_files", arguments: { path: project, text: "nowhere" } };
    const mark = (index: number) => ({
      name: "write_file",
      arguments: { path: `${index}.txt`, content: "" },
    });
    const calls = Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? mark(index) : search));
    const isTold = ({ messages }: VendorRequest) =>
      messages.some(({ text }) => text.includes("not run: your time is up"));
    const api = await vendorApi({
      respond: (request) => (isTold(request) ? { text: "Nothing, so far." } : { toolCalls: calls }),
    });
    const { workspace, child, ended } = engine(api.url, project);
    const marked = (index: number) => globSync(join(workspace, `agent_1_*/${index}.txt`)).length === 1;
    await eventually("a first search", () => marked(0));
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0 });
    expect(api.requests.filter(isTold)).toHaveLength(1);
  },
);
