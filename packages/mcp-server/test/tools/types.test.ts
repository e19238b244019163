import { verifies } from "@retinue/testkit";
import { expect, test } from "vitest";
import { connectedClient } from "../scripted/connected-client.ts";

const explorer = {
  name: "explorer",
  description: "When to use: looking",
  expected_input: ["a question", "a place"],
};

test(`the description of spawn_subagents lists the active types, each time as they are ${verifies("TYPES-DESCRIBED")}`, async () => {
  let types = [explorer];
  const { client } = await connectedClient({ types: async () => types });
  const description = async () => (await client.listTools()).tools[0]?.description ?? "";
  expect(await description()).toContain(
    "There are:\n- explorer: When to use: looking. Its task says: a question; a place.",
  );
  types = [{ name: "critic", description: "Judges!", expected_input: [] }];
  expect(await description()).toMatch(/There are:\n- critic: Judges!$/);
  types = [];
  expect(await description()).not.toContain("subagent_type");
});

test("types that cannot be told leave the tools as they are, and are a fault", async () => {
  const types = async () => {
    throw new Error("no configuration");
  };
  const { client, faults } = await connectedClient({ types });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("spawn_subagents");
  expect(faults.length).toBeGreaterThan(0);
});
