import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { eventually } from "@retinue/testkit";
import { expect, onTestFinished, test } from "vitest";
import { httpClient, httpServer } from "../http/http-server.ts";
import { parentWorkspace } from "../programs/parent-workspace.ts";
import { serverParameters } from "../programs/server-program.ts";

const current = { versionNegotiation: { mode: "auto" } } as const;

async function overStdio(workspace: string): Promise<Client> {
  const client = new Client({ name: "stdio", version: "1" }, current);
  await client.connect(new StdioClientTransport(serverParameters(workspace)));
  onTestFinished(() => client.close());
  return client;
}

async function overHttp(workspace: string): Promise<Client> {
  const { url, token = "" } = await httpServer(workspace);
  return httpClient(url, token, current);
}

test("over HTTP a client of the older era is promised no subscriptions: nothing would come", async () => {
  const { url, token = "" } = await httpServer(parentWorkspace());
  const client = await httpClient(url, token, { versionNegotiation: { mode: "legacy" } });
  expect(client.getServerCapabilities()?.resources).toEqual({ subscribe: false });
  await client.callTool(spawn("a"));
  const uri = "subagent://a/status";
  expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri }] });
  const asked = client.request({ method: "resources/subscribe", params: { uri } });
  await expect(asked).rejects.toMatchObject({ code: -32601 });
});

const spawn = (...ids: string[]) => ({
  name: "spawn_subagents",
  arguments: { tasks: ids.map((subagent_id) => ({ task: "work", subagent_id })), background: true },
});

test.each([
  ["stdio", overStdio],
  ["HTTP", overHttp],
])(
  "over %s a client of the current era lists what there is, and is told of what it listens to, whosever run it is",
  async (_name, connect) => {
    const workspace = parentWorkspace({ seconds: 3 });
    const other = await overStdio(workspace);
    await other.callTool(spawn("theirs"));
    const client = await connect(workspace);
    await client.callTool(spawn("mine", "unheard"));
    const uris = async () => (await client.listResources()).resources.map(({ uri }) => uri);
    expect(await uris()).toEqual(
      expect.arrayContaining(["subagent://mine/draft", "subagent://theirs/status"]),
    );

    const told = new Set<string>();
    client.setNotificationHandler(
      "notifications/resources/updated",
      ({ params }) => void told.add(params.uri),
    );
    const heard = ["subagent://mine/answer", "subagent://theirs/answer"];
    const listening = await client.listen({ resourceSubscriptions: heard });
    await eventually("both answers", () => told.size === 2);
    expect([...told].toSorted()).toEqual(heard);
    for (const uri of heard)
      expect(await client.readResource({ uri })).toMatchObject({ contents: [{ text: "the work is done" }] });
    await listening.close();
  },
);
