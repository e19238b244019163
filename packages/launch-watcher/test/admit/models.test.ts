import { expect, it } from "vitest";
import { RunModelsPlan } from "../../src/admit/run-models.ts";
import { parseWatcherConfig } from "../../src/index.ts";

const route = { upstream: "https://models.example", models: ["gpt-5-mini", "gpt-5"] };
const document = {
  version: 1,
  spool: "/var/lib/retinue",
  image: "child:1",
  broker: {
    routes: {
      openai: route,
      claude: { ...route, models: ["sonnet"] },
      local: { ...route, models: ["small"] },
    },
  },
  outboxes: [
    {
      name: "one",
      directory: "/srv/one/outbox",
      workspace_roots: ["/srv/one/work"],
      models: { openai: ["gpt-5-mini"], claude: ["sonnet"], local: ["small"] },
    },
  ],
};

function planned(backend: Record<string, unknown>, of: Record<string, unknown> = {}) {
  const host = parseWatcherConfig({ ...document, ...of });
  const [outbox] = host.outboxes;
  if (outbox === undefined) throw new Error("no outbox");
  const plan = new RunModelsPlan(host, outbox);
  const leftOut: string[] = [];
  const given = plan.backend("ada", backend, { where: "", leftOut });
  return { backend: given, models: plan.models, leftOut };
}

it("says where each backend asks, and leaves out where the parent would have it ask", () => {
  const { backend, models, leftOut } = planned({
    type: "openai",
    model: "gpt-5-mini",
    base_url: "https://elsewhere.example",
    api_key: "${OTHER}",
    store: true,
    enable_web_search: true,
    temperature: 0.2,
  });
  expect(backend).toEqual({
    type: "openai",
    model: "gpt-5-mini",
    temperature: 0.2,
    base_url: "http://model-broker/openai/v1",
  });
  expect(leftOut).toEqual(["base_url", "api_key", "store", "enable_web_search"]);
  expect(models?.bridge).toBe(false);
  // The models of the outbox, not all of the route; and no other route.
  expect(models?.routes).toEqual({ openai: expect.objectContaining({ models: ["gpt-5-mini"] }) });
});

it.each([
  ["claude_code", {}, "sonnet", "http://127.0.0.1:48484/claude"],
  ["codex", {}, "gpt-5-mini", "http://127.0.0.1:48484/openai/v1"],
  ["chatcompletion", { model: "small" }, "small", "http://model-broker/local/v1"],
])("%s asks %o at its route; the first model where it names none", (type, of, model, base_url) => {
  expect(planned({ type, ...of }).backend).toEqual({ type, model, base_url });
});

it.each([
  ["claude-agent-acp", undefined, "sonnet", "http://127.0.0.1:48484/claude"],
  ["codex-acp", "gpt-5-mini", "gpt-5-mini", "http://127.0.0.1:48484/openai/v1"],
  ["opencode", "anthropic/sonnet", "anthropic/sonnet", "http://127.0.0.1:48484/claude/v1"],
  ["opencode", "openai/gpt-5-mini", "openai/gpt-5-mini", "http://127.0.0.1:48484/openai/v1"],
  ["qwen", "small", "small", "http://127.0.0.1:48484/local/v1"],
])("%s by ACP asks %s at its route", (agent, model, led, base_url) => {
  const { backend, models } = planned({ type: "acp", agent, mode: "default", ...(model && { model }) });
  expect(backend).toEqual({ type: "acp", agent, mode: "default", model: led, base_url });
  expect(models?.bridge).toBe(true);
});

it("lets a program of the host's choice ask by the bridge, whatever its backends are", () => {
  const { backend, models } = planned({ type: "openai", model: "gpt-5-mini" }, { engine_prompt: "argument" });
  expect(backend["base_url"]).toBe("http://127.0.0.1:48484/openai/v1");
  expect(models).toMatchObject({ bridge: true, environment: { OPENAI_API_KEY: "kept-by-the-host" } });
});

it.each([
  [{ type: "openai", model: "gpt-5" }, /"gpt-5".*may not ask/],
  [{ type: "openai", model: "GPT-5-mini" }, /GPT-5-mini/],
  [{ type: "openai", model: " gpt-5-mini" }, / gpt-5-mini/],
  [{ type: "gemini", model: "gemini-2.5-pro" }, /gemini.*may not ask/],
  [{ type: "grok", model: "grok" }, /needs a network/],
  [{ type: "constructor" }, /needs a network/],
  [{ type: "acp", agent: "vibe-acp", model: "devstral" }, /type acp, vibe-acp, which needs a network/],
  [{ type: "acp", command: ["my-agent"] }, /type acp with a command of its own, which needs a network/],
  [
    { type: "acp", agent: "opencode", model: "groq/x" },
    /opencode with model "groq\/x", which needs a network/,
  ],
  [
    { type: "acp", agent: "copilot", model: "small" },
    /type acp, copilot, which unpacks itself into its home/,
  ],
])("refuses %o", (backend, named) => {
  expect(() => planned(backend)).toThrow(named);
});

it.each([
  ["a route that is not there", { openai: ["gpt-5-mini"], other: ["x"] }, /route other/],
  ["a model that its route has not", { openai: ["gpt-4"] }, /gpt-4 is none of the models/],
])("refuses a configuration with %s", (_what, models, named) => {
  const outboxes = [{ ...document.outboxes[0], models }];
  expect(() => parseWatcherConfig({ ...document, outboxes })).toThrow(named);
});
