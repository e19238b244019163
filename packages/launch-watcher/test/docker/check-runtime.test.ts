import { expect, it } from "vitest";
import { isPatched } from "../../src/docker/check-runtime.ts";

it.each([
  ["1.1.5+ds1", false],
  ["1.2.7", false],
  ["1.2.8", true],
  ["1.3.2", false],
  ["1.3.3", true],
  ["1.4.0-rc.1", true],
  ["2.0.0", true],
  ["unknown", false],
])("attack 28: runc %s is patched: %s", (version, patched) => {
  expect(isPatched(version)).toBe(patched);
});
