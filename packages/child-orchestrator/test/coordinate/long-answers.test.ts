import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it } from "vitest";
import { modelTeam } from "../ask/model/model-team.ts";

it("shows the beginning of an answer that is very long, and keeps all of it", async () => {
  const seen = join(temporaryDirectory("retinue-seen-"), "prompt");
  const script = (vote: string, answer: string) =>
    `[ "$RETINUE_STAGE" = vote ] && { ${vote}; echo '{"vote":{"for":"agent1.1"}}' >"$RETINUE_REPLY_FILE"; } || ${answer}`;
  const agent = (id: string, ...does: [string, string]) => ({
    id,
    backend: { type: "command", command: ["sh", "-c", script(...does)] },
  });
  const long = "yes | head -c 3000000 | tr -d '\\n' | head -c 1500000";
  const { outcome } = await modelTeam(
    [agent("alpha", "true", long), agent("beta", `cat >${seen}`, "echo B")],
    {
      max_new_answers_per_agent: 1,
      skip_final_presentation: true,
      defer_voting_until_all_answered: true,
    },
  );
  expect(outcome).toMatchObject({ kind: "answered", agentId: "alpha", answer: "y".repeat(1_500_000) });
  const prompt = readFileSync(seen, "utf8");
  expect(prompt).toContain(`> ${"y".repeat(1024 * 1024)}\n> (cut: 1048576 of 1500000 characters are shown)`);
});
