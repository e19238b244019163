import { engineArguments, parseEngineArguments } from "@retinue/engine-contract";
import { describe, expect, it } from "vitest";

const common = { config: "c.yaml", outputFile: "a.txt" };

describe("the engine's command line", () => {
  it("has MassGen's flags in MassGen's order, the prompt last", () => {
    expect(engineArguments({ ...common, prompt: "Do it.", sessionId: "session_1" })).toEqual([
      "--config",
      "c.yaml",
      "--session-id",
      "session_1",
      "--automation",
      "--output-file",
      "a.txt",
      "--no-parse-at-references",
      "--",
      "Do it.",
    ]);
  });

  it.each([
    { ...common, prompt: "Do it.", sessionId: undefined, parseAtReferences: false },
    { ...common, prompt: "@x and -- and\nlines", sessionId: "session_1", parseAtReferences: true },
    { ...common, prompt: "- one\n- two", sessionId: undefined, parseAtReferences: false },
    { ...common, prompt: "--version", sessionId: undefined, parseAtReferences: false },
    { ...common, prompt: "--config", sessionId: undefined, parseAtReferences: false },
    { ...common, promptFile: "prompt.txt", sessionId: undefined, parseAtReferences: false },
  ])("is read back as it was written: %o", (invocation) => {
    expect(parseEngineArguments(engineArguments(invocation))).toEqual(invocation);
  });

  it.each(["- one\n- two", "-x is what", "--config is what?", "a --b"])(
    "takes a prompt as MassGen's managers give it, without `--`: %j",
    (prompt) => {
      const flags = ["--config=/a path/c", "--output-file", "a", "--no-parse-at-references"];
      expect(parseEngineArguments([...flags, prompt])).toMatchObject({ config: "/a path/c", prompt });
    },
  );

  it.each([
    [["--output-file", "a", "x"], /--config is missing/],
    [["--config", "c", "x"], /--output-file is missing/],
    [["--config", "", "--output-file", "a", "x"], /--config is missing/],
    [["--config", "c", "--output-file", "a"], /the prompt is missing/],
    [["--config", "c", "--output-file", "a", "x", "y"], /2 prompts were given/],
    [["--config", "c", "--output-file", "a", "--prompt-file", "p", "y"], /2 prompts were given/],
    [["--config", "c", "--output-file", "a", "--prompt-file", ""], /--prompt-file is missing/],
    [["--config", "c", "--output-file", "a", "--unknown", "x"], /--unknown/],
    [["--config"], /--config/],
  ])("is refused, with the usage: %j", (argv, message) => {
    expect(() => parseEngineArguments(argv)).toThrow(
      expect.objectContaining({
        code: "INVALID_FLAG",
        message: expect.stringMatching(message),
        remedy: expect.stringContaining("--prompt-file FILE"),
      }),
    );
  });
});
