import { temporaryDirectory } from "@retinue/testkit";
import { describe } from "vitest";
import { engineContract } from "../contain/engine-contract.ts";
import { noEngine, skipped, testDockerEngine } from "../test-engine.ts";

describe.skipIf(noEngine !== undefined)(`Docker as a container engine${skipped}`, () => {
  engineContract(async () => ({
    open: async () => (await testDockerEngine()).engine,
    image: (await testDockerEngine()).image,
    directory: () => temporaryDirectory(),
  }));
});
