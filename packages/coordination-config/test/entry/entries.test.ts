import {
  CoordinationConfigError,
  rewriteDelegatedEntries,
  subagentServerEntry,
} from "@retinue/coordination-config";
import { verifies } from "@retinue/testkit";
import { describe, expect, it } from "vitest";

describe("subagentServerEntry", () => {
  it.each(["codex", "massgen"] as const)(
    `%s waits a minute longer than a run takes by default ${verifies("ENTRY-CODEX-TIMEOUT")}`,
    (client) => {
      expect(subagentServerEntry({ client })).toMatchObject({ tool_timeout_sec: 360 });
      const coordination = { subagent_default_timeout: 900 };
      expect(subagentServerEntry({ client, coordination })).toMatchObject({ tool_timeout_sec: 960 });
    },
  );

  it.each(["claude_code", "gemini_cli", "other"] as const)(
    `%s has no limit that a run can reach ${verifies("ENTRY-EXEMPT")}`,
    (client) => {
      const entry = subagentServerEntry({ client, coordination: { subagent_max_timeout: 86_400 } });
      expect(entry.timeout).toBeGreaterThan(86_400 * 1000);
      expect(entry).not.toHaveProperty("tool_timeout_sec");
    },
  );

  it("starts the server with the parent's settings, and with flags that win over them", () => {
    const entry = subagentServerEntry({
      client: "codex",
      name: "subagent_lead",
      command: "retinue-mcp",
      args: [],
      env: { LANG: "C" },
      flags: { "agent-id": "lead", "max-concurrent": "2" },
      coordination: {
        subagent_default_timeout: 900,
        subagent_max_concurrent: 5,
        subagent_runtime_mode: "isolated",
        subagent_runtime_fallback_mode: "inherited",
        subagent_host_launch_prefix: ["ssh", "host"],
      },
    });
    const flags = [
      ["--default-timeout", "900"],
      ["--min-timeout", "60"],
      ["--max-timeout", "900"],
      ["--max-concurrent", "2"],
      ["--runtime-mode", "isolated"],
      ["--runtime-fallback-mode", "inherited"],
      ["--host-launch-prefix", '["ssh","host"]'],
      ["--agent-id", "lead"],
    ];
    expect(entry).toEqual({
      name: "subagent_lead",
      type: "stdio",
      command: "retinue-mcp",
      args: flags.flat(),
      env: { LANG: "C" },
      tool_timeout_sec: 960,
    });
  });

  it("leaves a server without settings to the configuration that it finds", () => {
    expect(subagentServerEntry({ client: "codex" }).args).toEqual(["-y", "retinue-mcp"]);
  });

  it("refuses an unknown client, an unsafe name and a flag with dashes, all at once", () => {
    const input = { client: "emacs", name: "a b", flags: { "--agent-id": "x" } } as never;
    expect(() => subagentServerEntry(input)).toThrow(CoordinationConfigError);
    expect(() => subagentServerEntry(input)).toThrow(/client: [^]*name: must be letters[^]*flags/);
    const coordination = { subagent_min_timeout: 700 };
    expect(() => subagentServerEntry({ client: "codex", coordination })).toThrow(/700 is above/);
  });
});

describe(`rewriteDelegatedEntries ${verifies("ENTRY-HOST-REWRITE")}`, () => {
  it("turns delegated into isolated, in either form, and keeps everything else", () => {
    const entries = [
      {
        name: "subagent_a",
        command: "x",
        args: ["--agent-id", "delegated", "--runtime-mode", "Delegated", "--hook-dir", ""],
      },
      { name: "b", args: ["--runtime-mode=delegated"] },
    ];
    expect(rewriteDelegatedEntries(entries)).toEqual([
      {
        name: "subagent_a",
        command: "x",
        args: ["--agent-id", "delegated", "--runtime-mode", "isolated", "--hook-dir", ""],
      },
      { name: "b", args: ["--runtime-mode=isolated"] },
    ]);
    expect(entries[0]?.args).toContain("Delegated");
  });

  it("returns entries of other modes and other servers as they are", () => {
    const entries = [
      { args: ["--runtime-mode", "inherited"] },
      { url: "http://127.0.0.1" },
      { args: ["delegated", 7] },
    ];
    const rewritten = rewriteDelegatedEntries<object>(entries);
    expect(rewritten.every((entry, index) => entry === entries[index])).toBe(true);
  });

  it("makes of a delegated entry what the server of a host is started with", () => {
    const coordination = { subagent_runtime_mode: "delegated" } as const;
    const [entry] = rewriteDelegatedEntries([subagentServerEntry({ client: "codex", coordination })]);
    expect(entry?.args.join(" ")).toContain("--runtime-mode isolated");
  });
});
