import type { CoreV1Api } from "@kubernetes/client-node";
import { onTestFinished } from "vitest";

// Such a volume has to say where it is: on all nodes, those without a machine too, which look at no directory.
const everywhere = { key: "retinue.test/without-volumes", operator: "DoesNotExist" };

/** A volume that all nodes have, for one claim; removed when the test has finished. */
export async function sharedVolume(
  core: CoreV1Api,
  { namespace, claim, path }: { readonly namespace: string; readonly claim: string; readonly path: string },
): Promise<void> {
  const name = `${namespace}-${claim}`;
  await core.createPersistentVolume({
    body: {
      metadata: { name },
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteMany", "ReadWriteOnce"],
        // Mounted in each pod's own place: of a hostPath a kubelet that begins anew finds no trace, and never lets go of it.
        local: { path },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [everywhere] }] } },
        claimRef: { namespace, name: claim },
        storageClassName: "",
      },
    },
  });
  onTestFinished(async () => void (await core.deletePersistentVolume({ name })));
}
