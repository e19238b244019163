import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadYaml } from "@kubernetes/client-node";
import { kubernetesCluster, noRoutedPods } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { newDeployment, repositoryFile, type Deployment } from "./deployment.ts";
import { modelsDeployment } from "./models-deployment.ts";
import { parentProgram } from "./parent-program.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

const missing = noCluster ?? noRoutedPods(process.env["RETINUE_REQUIRE_ALL"]);
const why = noCluster === undefined && missing !== undefined ? ` (skipped: ${missing})` : withoutCluster;

/** How a run's team has voted. */
function votesOf({ shared }: Deployment): number {
  const [status = ""] = globSync(join(shared, "parent/workspace/a/.massgen/massgen_logs/*/*/*/status.json"));
  const { results } = JSON.parse(readFileSync(status, "utf8")) as {
    results: { votes: Record<string, number> };
  };
  return Object.values(results.votes).reduce((sum, count) => sum + count, 0);
}

/** On which nodes a deployment has pods, by who they are. */
async function nodesOf({ core, namespace }: Deployment, labelSelector: string): Promise<string[]> {
  const { items } = await core.listNamespacedPod({ namespace, labelSelector });
  return items.map(({ spec }) => spec?.nodeName ?? "");
}

describe.skipIf(missing !== undefined)(`a parent's pod, a watcher's Deployment, a child's Job${why}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("a team of two answers, votes and presents on the other node, by the manifests as they are", async () => {
    const deployed = await newDeployment(({ namespace, image }) => {
      const watch = loadYaml<{ kubernetes: object }>(repositoryFile("docker/kubernetes/watch.yaml"));
      const kubernetes = {
        ...watch.kubernetes,
        namespace,
        node_selector: { "kubernetes.io/hostname": "node-b" },
      };
      return { watch: JSON.stringify({ ...watch, image, kubernetes }) };
    });
    await deployed.pod("retinue-watch");
    const script = `case $RETINUE_STAGE in
      vote) echo '{"vote": {"for": "agent2.1"}}' >"$RETINUE_REPLY_FILE";;
      present) echo "presented: two";;
      *) echo "an answer";;
    esac`;
    const backend = { type: "command", command: ["/bin/sh", "-c", script] };
    const team = {
      agents: ["one", "two"].map((id) => ({ id, backend })),
      orchestrator: { max_new_answers_per_agent: 1, final_answer_strategy: "winner_present" },
    };
    const said = JSON.parse(await deployed.parent(parentProgram, [JSON.stringify(team), "a"]));
    expect(said).toMatchObject({
      response: { status: "completed", exit_code: 0 },
      answer: expect.stringContaining("presented: two"),
      spool: false,
      token: false,
    });
    expect(votesOf(deployed)).toBe(2);
    const receipt = JSON.parse(readFileSync(join(deployed.shared, "parent/outbox/receipt_a.json"), "utf8"));
    expect(receipt.policy).toMatchObject({ node: "node-b", user: "1000:1000", service_account_token: false });
    expect(await nodesOf(deployed, "app.kubernetes.io/name=retinue-watch")).toEqual(["node-a", "node-a"]);
  });

  it("the same with models: the broker's Deployment alone has the key, and counts", async () => {
    const usage = { inputTokens: 1000, outputTokens: 200 };
    const vote = { name: "vote", arguments: { agent_id: "agent2.1", reason: "shorter" } };
    const { deployed, vendor, key } = await modelsDeployment({
      respond: ({ tools }) =>
        tools.some(({ name }) => name === "vote")
          ? { toolCalls: [vote], usage }
          : { text: "Forty-two, as the team found.", usage },
    });
    const backend = { type: "openai", model: "gpt-5-mini" };
    const team = {
      agents: ["one", "two"].map((id) => ({ id, backend })),
      orchestrator: { max_new_answers_per_agent: 1, final_answer_strategy: "winner_present" },
    };
    const said = JSON.parse(await deployed.parent(parentProgram, [JSON.stringify(team), "a"]));
    expect(said).toMatchObject({
      response: { status: "completed", exit_code: 0, spent: { estimated: 0 } },
      answer: expect.stringContaining("Forty-two"),
    });
    expect(votesOf(deployed)).toBe(2);
    const asked = vendor.requests.length;
    expect(asked).toBeGreaterThanOrEqual(5);
    expect(said.response.spent).toMatchObject({ requests: asked, input_tokens: 1000 * asked });
    expect(said.response.calls).toHaveLength(asked);
    for (const { headers } of vendor.requests) expect(headers.authorization).toBe(`Bearer ${key}`);
    const receipt = JSON.parse(readFileSync(join(deployed.shared, "parent/outbox/receipt_a.json"), "utf8"));
    expect(receipt).toMatchObject({ policy: { node: "node-b" } });
    // In nothing that a parent or a child sees, and in nothing of the watcher's.
    expect(JSON.stringify(receipt)).not.toContain(key);
  });
});
