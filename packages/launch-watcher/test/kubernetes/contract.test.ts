import { kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe } from "vitest";
import { engineContract } from "../contain/engine-contract.ts";
import { directoryIn, noCluster, testNamespace, withoutCluster } from "./test-cluster.ts";

describe.skipIf(noCluster !== undefined)(`Kubernetes as a container engine${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  engineContract(async () => {
    const { cluster, shared, open } = await testNamespace();
    return { open: async () => open(), image: cluster.image, directory: () => directoryIn(shared) };
  });
});
