import { expect, test } from "vitest";
import { resourceListeners } from "../../src/index.ts";
import { connectedClient } from "../scripted/connected-client.ts";
import { eventuallyHolds } from "../scripted/eventually-holds.ts";

const spawn = { tasks: [{ task: "t", subagent_id: "a" }], background: true };

test("a subagent's status and, once it ended, its answer are resources", async () => {
  const { client, call, manager } = await connectedClient();
  await call("spawn_subagents", spawn);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "subagent://{id}/answer",
    "subagent://{id}/draft",
    "subagent://{id}/status",
    "subagent://{id}/log",
  ]);
  const uris = async () => (await client.listResources()).resources.map(({ uri }) => uri);
  expect(await uris()).toEqual(["subagent://a/draft", "subagent://a/status", "subagent://a/log"]);
  await expect(client.readResource({ uri: "subagent://a/answer" })).rejects.toThrow(
    "Subagent a has no answer. While it runs read its draft.",
  );
  manager.finish("a", { answer: "x".repeat(100_000) });
  expect(await uris()).toContain("subagent://a/answer");
  expect(await client.readResource({ uri: "subagent://a/answer" })).toMatchObject({
    contents: [{ uri: "subagent://a/answer", mimeType: "text/markdown", text: "x".repeat(100_000) }],
  });
  expect(await client.readResource({ uri: "subagent://a/status" })).toMatchObject({
    contents: [{ mimeType: "application/json", text: expect.stringContaining('"completed"') }],
  });
});

test.each(["subagent://nobody/answer", "subagent://../answer", "subagent://a/secrets", "file:///etc/passwd"])(
  "%s is no resource",
  async (uri) => {
    const { client, call } = await connectedClient();
    await call("spawn_subagents", spawn);
    await expect(client.readResource({ uri })).rejects.toThrow(/no subagent|is no subagent:\/\/ID\/KIND/);
  },
);

test("a client is told of changes of what it has subscribed to, and of nothing else", async () => {
  const { client, call, manager } = await connectedClient();
  const told: string[] = [];
  client.setNotificationHandler(
    "notifications/resources/updated",
    ({ params }) => void told.push(params.uri),
  );
  await call("spawn_subagents", {
    tasks: [...spawn.tasks, { task: "t", subagent_id: "b" }],
    background: true,
  });
  await client.subscribeResource({ uri: "subagent://a/answer" });
  await client.subscribeResource({ uri: "subagent://b/answer" });
  await client.unsubscribeResource({ uri: "subagent://b/answer" });
  manager.finish("b");
  manager.finish("a");
  await eventuallyHolds(() => expect(told).toEqual(["subagent://a/answer"]));
});

test("whoever has the transport of a newer client is told of what it listens to, as long as it does", async () => {
  const { call, manager } = await connectedClient();
  const told: string[] = [];
  const changed = (uri: string) => void told.push(uri);
  using listeners = resourceListeners({ manager: async () => manager, changed });
  await call("spawn_subagents", {
    ...spawn,
    tasks: ["a", "b", "c"].map((id) => ({ task: "t", subagent_id: id })),
  });
  const uri = (id: string) => `subagent://${id}/answer`;
  const stops = [["a", "b"], ["b", "c"], ["a"]].map((ids) => listeners.listen(ids.map(uri)));
  listeners.listen(["file:///etc/passwd"]);
  stops[0]?.();
  stops[1]?.();
  stops[1]?.();
  listeners.listen([uri("c")])();
  // Nobody listens to b and c any more, one still to a.
  for (const id of ["b", "c", "a"]) manager.finish(id);
  await eventuallyHolds(() => expect(told).toContain(uri("a")));
  expect(new Set(told)).toEqual(new Set([uri("a")]));
});

test("one that listens to a run which has ended by then is told so", async () => {
  const { call, manager } = await connectedClient();
  const told: string[] = [];
  await call("spawn_subagents", spawn);
  manager.finish("a");
  using listeners = resourceListeners({
    manager: async () => manager,
    changed: (uri) => void told.push(uri),
  });
  listeners.listen(["subagent://a/answer"]);
  await eventuallyHolds(() => expect(told).toEqual(["subagent://a/answer"]));
});
