import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, kubernetesCluster } from "@retinue/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { team } from "../watched-outbox.ts";
import { outboxBehindApi } from "./cluster-outbox.ts";
import { following } from "./following.ts";
import { noCluster, withoutCluster } from "./test-cluster.ts";

const gone = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410 };

describe.skipIf(noCluster !== undefined)(`what is followed of a cluster${withoutCluster}`, () => {
  beforeAll(async () => {
    await kubernetesCluster();
  });

  it("goes on from a bookmark", async () => {
    const { api, client, follow } = await following("1000");
    using _ = client;
    const bookmark = { type: "BOOKMARK", object: { kind: "Job", metadata: { resourceVersion: "2000" } } };
    api.answer(/jobs\?watch=true/, 200, `${JSON.stringify(bookmark)}\n`, 1);
    const watches = () => api.asked.filter((line) => line.includes("watch=true"));
    follow();
    await eventually("it is watched again", () => watches().length >= 2, 30);
    expect(watches()[0]).toContain("resourceVersion=1000&allowWatchBookmarks=true");
    expect(watches()[1]).toContain("resourceVersion=2000&");
  });

  it.each([
    ["refused", 410, JSON.stringify(gone)],
    ["begun, and then", 200, `${JSON.stringify({ type: "ERROR", object: gone })}\n`],
  ])(
    "and of a run that ended while watches were %s answered with 410 is heard",
    async (_how, status, body) => {
      const { watched: outbox, between: api } = await outboxBehindApi();
      const workspace = outbox.workspace("a");
      await outbox.start();
      const script = "echo > /workspace/up; while [ ! -e /workspace/end ]; do sleep 0.1; done; echo answered";
      outbox.put(outbox.request("a", { yaml_config: team(script) }));
      await eventually("it runs", () => existsSync(join(workspace, "up")), 120);
      const tooOld = api.answer(/watch=true/, status, body);
      api.away().takeBack();
      const lists = () => api.asked.filter((line) => /GET \S+\/pods\?labelSelector/.test(line)).length;
      const before = lists();
      await eventually("it is listed anew", () => lists() > before, 60);
      writeFileSync(join(workspace, "end"), "");
      // By lists alone: no watch has said anything.
      expect(await outbox.response("a")).toMatchObject({ status: "completed" });
      tooOld.takeBack();
      await eventually("nothing is left", async () => (await outbox.left()).length === 0, 90);
    },
  );
});
