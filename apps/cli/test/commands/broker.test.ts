import { connectBroker } from "@retinue/model-broker";
import { temporaryDirectory } from "@retinue/testkit";
import { startVendorApi } from "@retinue/testkit/vendor-api";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCliIn } from "../start-cli.ts";

const canary = "sk-canary-of-retinue-run";

test("retinue run --broker: the answer comes through a broker that it starts, and no run has the key", async () => {
  const vendor = await startVendorApi({ respond: () => ({ text: "It is forty-two." }) });
  onTestFinished(() => vendor.stop());
  const cwd = temporaryDirectory("retinue-broker-run-");
  const state = temporaryDirectory("rt-");
  const broker = connectBroker(join(state, "retinue/broker/control.sock"));
  onTestFinished(async () => void process.kill((await broker.status()).pid, "SIGKILL"));
  const backend = { type: "openai", model: "gpt-5-mini", base_url: `${vendor.url}/v1` };
  // JSON is YAML.
  writeFileSync(join(cwd, "retinue.yaml"), JSON.stringify({ agents: [{ id: "solo", backend }] }));
  const env = { ...process.env, XDG_STATE_HOME: state, OPENAI_API_KEY: canary };
  const cli = startCliIn({ cwd, env }, "run", "--broker", "--quick", "--json", "What is it?");
  const exited = await cli.exited;
  expect({ exited, stderr: exited === 0 ? "" : cli.stderr() }).toEqual({ exited: 0, stderr: "" });
  expect(cli.stdout()).toContain("It is forty-two.");
  expect(cli.stdout()).toContain('"held_by": "broker"');
  expect(vendor.requests.map(({ headers }) => headers["authorization"])).toEqual([`Bearer ${canary}`]);
  expect((await broker.status()).runs).toEqual([]);

  // What was asked is shown with the run, and with its log apart from what its engine wrote.
  const id = (JSON.parse(cli.stdout()) as { subagent_id: string }).subagent_id;
  const call = /\d\d:\d\d:\d\d openai gpt-5-mini: 200, \d+\.\d s, \d+ tokens in, \d+ out, \$/;
  const [shown, logged] = [startCliIn({ cwd, env }, "show", id), startCliIn({ cwd, env }, "logs", id)];
  expect([await shown.exited, await logged.exited]).toEqual([0, 0]);
  expect(shown.stdout()).toMatch(/models {7}1 call, \d+ tokens in, \d+ out, \$[\d.]+\n/);
  expect(shown.stdout()).toMatch(call);
  expect(logged.stderr()).toMatch(call);
  expect(logged.stdout()).not.toMatch(call);
});
