import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, kubernetesCluster, noRoutedPods } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { parentProgram } from "./parent-program.ts";
import { enforcePolicies } from "./policies.ts";
import { modelsDeployment, type ModelsDeployment } from "./models-deployment.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

const missing = noCluster ?? noRoutedPods(process.env["RETINUE_REQUIRE_ALL"]);
const why = noCluster === undefined && missing !== undefined ? ` (skipped: ${missing})` : withoutCluster;

/** What the doctor in the watcher's pod says of the network, by the name of each protection: yes, no or NO. */
async function network({ deployed }: ModelsDeployment): Promise<Record<string, string>> {
  let said: string;
  const doctor = ["node", "/opt/retinue/main.js", "doctor", "--call"];
  try {
    said = await deployed.kubectl("exec", "-n", deployed.namespace, "deploy/retinue-watch", "--", ...doctor);
  } catch (error) {
    said = (error as { stdout: string }).stdout;
  }
  const lines = said.matchAll(/^(yes|no|NO) +((?:a run|the broker|the route) [^:]*): (.*)$/gm);
  return Object.fromEntries([...lines].map(([, is = "", name = "", found = ""]) => [name, `${is} ${found}`]));
}

describe.skipIf(missing !== undefined)(`the network of runs${why}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("is tried by the doctor: where nobody enforces the policies it says what a run reaches, else that all is well", async () => {
    const models = await modelsDeployment({ respond: () => ({ text: "Yes." }) });
    const { deployed } = models;
    const open = await network(models);
    expect(open).toMatchObject({
      "a run reaches nobody": expect.stringMatching(/^NO it reached the API server, the broker's port/),
      "a run with models reaches the broker": expect.stringMatching(/^yes /),
      "a run with models reaches nothing else": expect.stringMatching(
        /^NO it reached the API server, the broker's control port/,
      ),
    });
    await enforcePolicies(deployed);
    const closed = await network(models);
    expect(closed).toMatchObject({
      "a run reaches nobody": expect.stringMatching(
        /^yes tried: the API server, the metadata address, the broker/,
      ),
      "a run with models reaches the broker": expect.stringMatching(/^yes /),
      "a run with models reaches nothing else": expect.stringMatching(/^yes tried: the API server/),
      "the broker answers": expect.stringMatching(/^yes /),
      "the route openai answers": expect.stringMatching(/^yes gpt-5-mini: answered/),
    });
  });

  it("leaves a hostile child its own token's calls, and nothing else", async () => {
    const models = await modelsDeployment({ respond: () => ({ text: "A model." }) });
    const { deployed, vendor, vendorAddress } = models;
    await enforcePolicies(deployed);
    const attacker = readFileSync(join(import.meta.dirname, "../programs/model-attacker.mjs"), "utf8");
    // Of a team one asks models, so that it has a token; the other is hostile, in the same pod.
    const team = {
      agents: [
        { id: "asks", backend: { type: "openai", model: "gpt-5-mini" } },
        {
          id: "tries",
          backend: {
            type: "command",
            command: ["node", "--input-type=module", "-e", attacker, vendorAddress],
          },
        },
      ],
      orchestrator: { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true },
    };
    const { response } = JSON.parse(await deployed.parent(parentProgram, [JSON.stringify(team), "a"]));
    expect(response).toMatchObject({ status: "completed" });
    const places = join(deployed.shared, "parent/workspace/a/.massgen/massgen_logs/*/*/*/tries/*/answer.txt");
    const [answer = ""] = globSync(places);
    const { token, ...found } = JSON.parse(readFileSync(answer, "utf8")) as { token: string };
    expect(found).toEqual({
      own: "200",
      none: "401 token_refused",
      forged: "401 token_refused",
      metrics: "404 path_refused",
      command: "404 path_refused",
      control: "unreached",
      api: "unreached",
      resolver: "unreached",
      vendor: "unreached",
      account: false,
      others: [],
      keys: [],
    });
    expect(response.spent.requests).toBe(vendor.requests.length);
    // The token is in nothing that the API server had: its Job is as the receipt says.
    const receipt = readFileSync(join(deployed.shared, "parent/outbox/receipt_a.json"), "utf8");
    expect(receipt).toContain("kept-by-the-host");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(receipt).not.toContain(token);
    expect(JSON.stringify(vendor.requests)).not.toContain(token);
  });

  it("watcher and broker whose pods are killed in the middle of an answer have counted it, and the next ones answer", async () => {
    const held = Promise.withResolvers<void>();
    const reply = { text: "Found after all." };
    const models = await modelsDeployment({ steps: [{ reply, after: held.promise }, { reply }] });
    const { deployed, vendor, routeBroker } = models;
    const team = {
      agents: [{ id: "one", backend: { type: "openai", model: "gpt-5-mini" } }],
      orchestrator: { skip_voting: true, max_new_answers_per_agent: 1, skip_final_presentation: true },
    };
    const said = deployed.parent(parentProgram, [JSON.stringify(team), "a"]);
    await eventually("it is asked", () => vendor.requests.length === 1, 120);
    const { core, namespace } = deployed;
    const kill = async (name: string) => {
      const labelSelector = `app.kubernetes.io/name=${name}`;
      // The one that works, and those that wait.
      await core.deleteCollectionNamespacedPod({ namespace, labelSelector, gracePeriodSeconds: 0 });
    };
    await kill("retinue-watch");
    await deployed.pod("retinue-watch");
    // One of them may have none yet.
    const logs = () =>
      deployed.kubectl("logs", "-n", namespace, "-l", "app.kubernetes.io/name=retinue-watch").catch(() => "");
    await eventually("the run is adopted", async () => (await logs()).includes('"adopted"'), 90);
    // It has the run's token from where that lies, and opens the run anew.
    await kill("retinue-broker");
    await routeBroker();
    held.resolve();
    expect(JSON.parse(await said)).toMatchObject({
      response: { status: "completed", spent: { requests: 2, estimated: 1 } },
      answer: expect.stringContaining(reply.text),
    });
  });
});
