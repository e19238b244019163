import { closeSync } from "node:fs";
import { holdDirectoryWithin } from "@retinue/contained-fs";
import { temporaryDirectory } from "@retinue/testkit";
import { expect, it, onTestFinished } from "vitest";
import { createOptions } from "../../src/docker/create-options.ts";
import type { MountPinning } from "../../src/contain/contained-run.ts";
import { testLimits } from "./contained.ts";

function options(pinning: MountPinning) {
  const directory = temporaryDirectory("retinue:ro-");
  const source = holdDirectoryWithin(directory, "");
  onTestFinished(() => closeSync(source.descriptor));
  return createOptions({
    name: "n",
    labels: {},
    imageId: "sha256:0",
    uid: 1000,
    gid: 1000,
    command: ["x"],
    environment: {},
    workingDirectory: "/workspace",
    mounts: [{ source, target: "/workspace", readOnly: false }],
    limits: testLimits,
    pinning,
  });
}

it("attack 13: a colon in a path stays part of the path", () => {
  const { HostConfig } = options("gate");
  expect(HostConfig?.Binds).toBeUndefined();
  expect(HostConfig?.Mounts?.[0]).toMatchObject({
    Type: "bind",
    Source: expect.stringContaining("retinue:ro-"),
    Target: "/workspace",
    ReadOnly: false,
  });
});

it("attack 27: every resource has an end, and there is no swap", () => {
  const { HostConfig } = options("volume");
  expect(HostConfig).toMatchObject({
    PidsLimit: testLimits.pids,
    Memory: testLimits.memoryBytes,
    MemorySwap: testLimits.memoryBytes,
    NanoCpus: 1e9,
    LogConfig: { Config: { "max-size": "1m", "max-file": "2" } },
  });
  expect(HostConfig?.Ulimits?.map(({ Name }) => Name)).toEqual(["nofile", "core", "fsize"]);
});

it("leaves the engine's own masks, seccomp and AppArmor in force", () => {
  const { HostConfig } = options("volume");
  expect(HostConfig).not.toHaveProperty("MaskedPaths");
  expect(HostConfig).not.toHaveProperty("ReadonlyPaths");
  expect(HostConfig?.SecurityOpt).toEqual(["no-new-privileges:true"]);
});
