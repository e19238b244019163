import { expect, it } from "vitest";
import type { ClusterClient } from "../../src/kubernetes/cluster-client.ts";
import { outputOf } from "../../src/kubernetes/pod-output.ts";

const before = "retinue-gate 1:1\nretinue-gate ready\n";

async function shown(log: string): Promise<string> {
  const core = { readNamespacedPodLog: async () => log };
  const client = { core, namespace: "own" } as unknown as ClusterClient;
  return (await outputOf(client, { metadata: { name: "pod" } })).stdout;
}

it.each([
  ["before", `${before}retinue-gate go\nsaid\nretinue-gate end 0\n`],
  ["behind", `${before}said\nretinue-gate go\nretinue-gate end 0\n`],
])(
  "what a run wrote is shown without its gate's words, of which a node's log has one %s it",
  async (_where, log) => {
    expect(await shown(log)).toBe("said\n");
  },
);

it("is left as it is where it says the same", async () => {
  expect(await shown(`${before}retinue-gate go\nretinue-gate go\nretinue-gate end 0\n`)).toBe(
    "retinue-gate go\n",
  );
});
