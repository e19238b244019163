import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { planRequest } from "../../src/index.ts";
import { makePrivateDirectory } from "../../src/spool/spool-directory.ts";
import { team } from "../watched-outbox.ts";
import { clusterOutbox } from "./cluster-outbox.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

// Each says a word where it gets through.
const attempts = [
  "[ -e /var/run/secrets/kubernetes.io ] && echo token",
  "cat /workspace/link/secret && echo link",
  "cat /workspace/../b/secret /workspace/../../b/secret && echo above",
  "echo x > /input/go && echo input",
  "echo x > /etc/x && echo root",
  "cat /proc/1/root/srv/* && echo host",
];

const theirs = {
  namespace: "kube-system",
  nodeName: "node-a",
  serviceAccountName: "admin",
  hostNetwork: true,
  priorityClassName: "system-node-critical",
  tolerations: [{ operator: "Exists" }],
};

// What reaches for what the host decides is refused, not only left out.
const refusedByName = {
  image: "other",
  mounts: [{ source: "/" }],
  env: { A: "b" },
  volumes: [{ name: "host", hostPath: { path: "/" } }],
  securityContext: { privileged: true },
};

describe.skipIf(noCluster !== undefined)(`a hostile child on a cluster${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("finds no token, no file of another's, and nothing to write but its own", async () => {
    const outbox = await clusterOutbox();
    const workspace = outbox.workspace("a");
    const other = outbox.workspace("b");
    writeFileSync(join(other, "secret"), "secret", { mode: 0o644 });
    symlinkSync("../b", join(workspace, "link"));
    await outbox.start();
    const script = attempts.map((each) => `(${each}) >> /workspace/found 2>/dev/null`).join("; ");
    outbox.put(
      outbox.request("a", { yaml_config: team(`echo tried > /workspace/found; ${script}; echo done`) }),
    );
    expect(await outbox.response("a")).toMatchObject({ status: "completed" });
    expect(readFileSync(join(workspace, "found"), "utf8")).toBe("tried\n");
  });

  it.each(Object.entries(refusedByName))(
    "or its parent is refused by name where a request names %s",
    async (key, value) => {
      const outbox = await clusterOutbox();
      outbox.workspace("a");
      await outbox.start();
      outbox.put(outbox.request("a", { yaml_config: { ...team("true"), [key]: value } as never }));
      const { status, stderr_tail } = await outbox.response("a");
      expect([status, stderr_tail]).toEqual(["error", expect.stringContaining(key)]);
      expect(await outbox.left()).toEqual([]);
    },
  );

  it.each(Object.entries({ ...theirs, labels: { "io.retinue.launcher": "other" }, annotations: { a: "b" } }))(
    "or its parent gets no %s by a request that names one",
    async (key, value) => {
      const outbox = await clusterOutbox();
      outbox.workspace("a");
      makePrivateDirectory(outbox.config.spool);
      const [parent] = outbox.config.outboxes;
      if (parent === undefined) throw new Error("no outbox");
      const asked = (yaml_config: Record<string, unknown>) =>
        planRequest(
          outbox.config,
          parent,
          outbox.request("a", { request_id: "0123456789abcdef", yaml_config: yaml_config as never }),
        );
      const plain = await asked(team("true"));
      const reaching = await asked({ ...team("true"), [key]: value });
      const withoutTime = (planned: object) => JSON.stringify(planned).replaceAll(/\d{13}|"\d{10}"/g, "T");
      expect(withoutTime(reaching.container)).toBe(withoutTime(plain.container));
      expect(reaching.left_out).toContain(key);
    },
  );
});
