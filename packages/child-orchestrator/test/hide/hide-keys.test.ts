import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { modelTeam, modelTypes, quick, types, vendorApi } from "../ask/model/model-team.ts";

const keys = {
  GEMINI_API_KEY: "key-of-gemini",
  GOOGLE_API_KEY: "key-of-gemini-and-google",
  OUR_OWN: "key-that-is-named",
  CLAUDE_CODE_OAUTH_TOKEN: "token-of-another",
};

it("says no key of the team's, whosever it is, and leaves placeholders and other words alone", async () => {
  const command = [
    "sh",
    "-c",
    'echo "$GEMINI_API_KEY $GOOGLE_API_KEY $OUR_OWN $CLAUDE_CODE_OAUTH_TOKEN $MINE" >&2; exit 1',
  ];
  const said = {
    id: "said",
    backend: { type: "command", command, env: { MINE: "plain words", A_KEY: "none" } },
  };
  const fallen = {
    id: "fallen",
    backend: { type: "command", command: ["sh", "-c", "echo none-such >&2; exit 1"] },
  };
  const others = [
    { id: "gemini", backend: { type: "gemini", model: "m", base_url: "http://127.0.0.1:9", max_retries: 0 } },
    {
      id: "openai",
      backend: {
        type: "openai",
        model: "m",
        api_key: "${OUR_OWN}",
        base_url: "http://127.0.0.1:9/v1",
        max_retries: 0,
      },
    },
  ];
  const environment = { PATH: process.env["PATH"] ?? "", ...keys };
  const { outcome, text } = await modelTeam([said, fallen, ...others], quick, { environment });
  expect(outcome).toMatchObject({ kind: "failed" });
  expect(text).toContain("its last words: … … … … plain words");
  expect(text).toContain("none-such");
  for (const key of Object.values(keys)) expect(text).not.toContain(key);
});

describe.each(modelTypes)("%s", (type) => {
  it("says no password and no key of a URL, in whatever form", async () => {
    const api = await vendorApi({ respond: () => ({ text: "Forty-two." }) });
    const { key } = types[type];
    const servers = [
      `${api.url.replace("//", "//user:p%40ss-word@")}/v1`,
      `${api.url.replace("//", "//a-key-as-a-name@")}/v1`,
      `${api.url.replace("//", `//user:${"x".repeat(480)}long-password@`)}/v1`,
      "http://127.0.0.1:9/v1?api_key=key-in-a-query",
    ];
    const agents = servers.map((base_url, index) => ({
      id: `agent${index}`,
      backend: { type, model: "m", base_url, max_retries: 1 },
    }));
    const fromOutside = {
      id: "outside",
      backend: { type: "command", command: ["sh", "-c", "echo $U >&2; exit 1"] },
    };
    const { directory, outcome } = await modelTeam([...agents, fromOutside], quick, {
      environment: { PATH: process.env["PATH"] ?? "", [key]: "any-key", U: "postgres://me:pw@db/x" },
    });
    const said = [
      JSON.stringify(outcome),
      ...globSync(join(directory, "logs/**/*"), { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
    ].join("\n");
    expect(said).toContain("postgres://…@db/x");
    for (const secret of [
      "p%40ss",
      "p@ss",
      "a-key-as-a-name",
      "xxxx",
      "long-password",
      "key-in-a-query",
      "me:pw",
    ])
      expect(said).not.toContain(secret);
  });
});
