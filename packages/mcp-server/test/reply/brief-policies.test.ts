import { expect, test } from "vitest";
import { boundReply } from "../../src/reply/bound-reply.ts";

const receipt = {
  boundary: "bubblewrap",
  network: "none",
  hosts: ["api.example.org:443"],
  mounts: Array.from({ length: 40 }, (_, index) => ({ target: `/mounts/${index}`, read_only: true })),
  cpus: 0,
};

test("of the policy of a confined run a reply has the boundary and what of the network is reached", () => {
  const results = [{ answer: "done", policy: receipt }, { answer: "policy: none" }];
  const { reply } = boundReply({ success: true, results }, { characters: 10_000, nextPart: () => "" });
  expect(reply["results"]).toEqual([
    { answer: "done", policy: { boundary: "bubblewrap", network: "none", hosts: ["api.example.org:443"] } },
    { answer: "policy: none" },
  ]);
  // What is no receipt is somebody's own word.
  const own = { results: [{ policy: "mine", files: { policy: { text: "x" } } }] };
  expect(boundReply(own, { characters: 10_000, nextPart: () => "" }).reply).toEqual(own);
});
