import { expect, test } from "vitest";
import { z } from "zod";
import { problemsOf } from "../../src/index.ts";

test("says each issue with its place as people write it", () => {
  const schema = z.object({ agents: z.array(z.object({ id: z.string({ error: "must be text" }) })) });
  const { error } = schema.safeParse({ agents: [{ id: "one" }, { id: 2 }, {}] });
  expect(problemsOf(error ?? { issues: [] })).toEqual([
    "agents[1].id: must be text",
    "agents[2].id: must be text",
  ]);
});

test("the value itself is the top", () => {
  const { error } = z.object({}, { error: "must be an object" }).safeParse(null);
  expect(problemsOf(error ?? { issues: [] })).toEqual(["(top): must be an object"]);
});
