import type { V1Volume, V1VolumeMount } from "@kubernetes/client-node";
import { expect, it } from "vitest";
import { kubernetesSchema } from "../../src/configure/watcher-config.ts";
import { podReceipt } from "../../src/kubernetes/pod-receipt.ts";
import { testLimits } from "../docker/contained.ts";

const config = kubernetesSchema.parse({ namespace: "n", claims: [{ path: "/shared", claim: "shared" }] });
const run = {
  name: "retinue-a",
  labels: {},
  imageId: "i",
  uid: 1000,
  gid: 1000,
  command: ["true"],
  environment: {},
  workingDirectory: "/",
  mounts: [],
  limits: testLimits,
  pinning: "gate",
} as const;

it("a receipt of a pod names what is mounted beside the claims, whoever has added it", () => {
  const volumes: V1Volume[] = [
    { name: "masked-0", emptyDir: { medium: "Memory" } },
    { name: "scratch", emptyDir: {} },
    { name: "token", projected: { sources: [] } },
  ];
  const volumeMounts: V1VolumeMount[] = [
    { name: "masked-0", mountPath: "/context/0/subagents", readOnly: true },
    { name: "scratch", mountPath: "/scratch" },
    { name: "token", mountPath: "/var/run/secrets/theirs", readOnly: true },
  ];
  const { mounts } = podReceipt(
    { spec: { containers: [{ name: "run", volumeMounts }], volumes } },
    run,
    config,
  );
  expect(mounts.map(({ target, type, read_only }) => [target, type, read_only])).toEqual([
    ["/context/0/subagents", "tmpfs", true],
    ["/scratch", "emptyDir", false],
    ["/var/run/secrets/theirs", "projected", true],
  ]);
});
