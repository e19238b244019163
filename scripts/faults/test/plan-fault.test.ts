import { expect, test } from "vitest";
import { kindNames, kindOf, planFault } from "../plan/plan-fault.ts";

test("a seed decides which fault it is, and neighbours differ", () => {
  const seeds = Array.from({ length: 200 }, (_, index) => index + 1);
  const said = (seed: number) => planFault(seed).fault.what;
  expect(seeds.map(said)).toEqual(seeds.map(said));
  expect(new Set(seeds.map(said)).size).toBeGreaterThan(150);
});

test("three hundred seeds meet every kind", () => {
  const met = new Set(Array.from({ length: 300 }, (_, index) => kindOf(index + 1)));
  expect([...met].toSorted()).toEqual(kindNames.toSorted());
});
