import { expect, test } from "vitest";
import { childEnvironment } from "../../src/index.ts";

const parent = {
  PATH: "/bin",
  Path: "C:\\bin",
  HOME: "/home/a",
  LC_ALL: "C",
  https_proxy: "http://proxy",
  CLAUDECODE: "1",
  OPENAI_API_KEY: "k1",
  AWS_SECRET_ACCESS_KEY: "k2",
  LD_PRELOAD: "/evil.so",
  NODE_OPTIONS: "--require evil",
  TMPDIR: undefined,
};

test("only what is allowed, named or added passes", () => {
  expect(childEnvironment({ parent })).toEqual({
    PATH: "/bin",
    Path: "C:\\bin",
    HOME: "/home/a",
    LC_ALL: "C",
    https_proxy: "http://proxy",
  });
  const named = childEnvironment({
    parent,
    keyVariables: ["OPENAI_API_KEY", "ABSENT"],
    added: { HOME: "/w", X: "1" },
  });
  expect(named).toMatchObject({ OPENAI_API_KEY: "k1", HOME: "/w", X: "1" });
  expect(named).not.toHaveProperty("ABSENT");
});

test.each(["CLAUDECODE", "RETINUE_SANDBOXED"])("%s never passes, by no way", (name) => {
  const input = { parent: { ...parent, [name]: "1" }, keyVariables: [name], added: { [name]: "1" } };
  expect(childEnvironment(input)).not.toHaveProperty(name);
});
