import { backendProvisions } from "@retinue/engine-contract";
import { expect, test } from "vitest";
import { modelTeam } from "../ask/model/model-team.ts";

test("what each backend that there is gives to a role is written down", async () => {
  const known = Object.keys(backendProvisions["retinue-child"]).toSorted();
  const team = modelTeam([{ id: "a", backend: { type: "nonesuch" } }]);
  await expect(team).rejects.toMatchObject({ code: "UNKNOWN_BACKEND", details: { known } });
});
