import { readFileSync } from "node:fs";
import {
  ApiException,
  ApiextensionsV1Api,
  loadYaml,
  type KubeConfig,
  type V1CustomResourceDefinition,
} from "@kubernetes/client-node";
import { eventually } from "@retinue/testkit";

/** Makes the kinds of some files known to a cluster, where they are not. */
export async function defineKinds(admin: KubeConfig, paths: readonly string[]): Promise<void> {
  const api = admin.makeApiClient(ApiextensionsV1Api);
  for (const path of paths) {
    const body = loadYaml<V1CustomResourceDefinition>(readFileSync(path, "utf8"));
    const name = body.metadata?.name ?? "";
    try {
      await api.createCustomResourceDefinition({ body });
    } catch (error) {
      if (!(error instanceof ApiException && error.code === 409)) throw error;
    }
    const isKnown = async () => {
      const { status } = await api.readCustomResourceDefinition({ name });
      return status?.conditions?.some(({ type, status: is }) => type === "Established" && is === "True");
    };
    await eventually(`${name} is known`, isKnown, 30);
  }
}
