import { backendTypes } from "@retinue/engine-contract";
import { sandboxReceipt } from "@retinue/sandbox";
import { expect, test } from "vitest";
import { backendHosts, toolServerHosts } from "../../src/confine/backend-hosts.ts";

/** Whose servers only their configuration knows, or nobody. */
const withoutHosts = ["acp", "ag2", "antigravity_cli", "azure_openai", "command", "inference", "uitars"];

test.each(backendTypes)("a sandbox leads %s to its vendor, where that is known", (type) => {
  const hosts = backendHosts({ type }, {});
  expect(hosts.length > 0).toBe(!withoutHosts.includes(type));
  const policy = { workspace: "/tmp", home: "/tmp/home", hosts: [...hosts] };
  expect(sandboxReceipt(policy).hosts ?? []).toHaveLength(hosts.length);
});

test("where a backend or a variable names a server, there and nowhere else", () => {
  expect(backendHosts({ type: "groq", base_url: "http://10.0.0.1:8080/v1" }, {})).toEqual(["10.0.0.1:8080"]);
  const environment = { AZURE_OPENAI_ENDPOINT: "https://mine.openai.azure.com/" };
  expect(backendHosts({ type: "azure_openai" }, environment)).toEqual(["mine.openai.azure.com:443"]);
});

test("tool servers that are reached over a network, of agents by ACP alone", () => {
  const mcp_servers = [
    { name: "far", url: "https://tools.example.org/mcp" },
    { name: "near", url: "http://127.0.0.1:4711/mcp" },
    { name: "here", command: "node" },
  ];
  expect(toolServerHosts({ type: "acp", agent: "opencode", mcp_servers })).toEqual([
    "tools.example.org:443",
    "127.0.0.1:4711",
  ]);
  expect(toolServerHosts({ type: "openai", mcp_servers })).toEqual([]);
  expect(toolServerHosts({ type: "acp" })).toEqual([]);
});
