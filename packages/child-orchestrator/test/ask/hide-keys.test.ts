import { expect, it } from "vitest";
import { modelTeam, quick } from "./model/model-team.ts";

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
