import { expect, test } from "vitest";
import { row } from "../examples/row.ts";
import { addressOf, routeOf } from "../src/route/route.ts";

test("a row's key names its views in addresses, and nothing else does", () => {
  expect(routeOf(addressOf(row.key, "cost"))).toEqual({ key: row.key, view: "cost" });
  expect(routeOf("#/runs/a/nonsense")).toEqual({ key: "a", view: "team" });
  expect(routeOf("#/runs/..%2f..")).toEqual({});
});
