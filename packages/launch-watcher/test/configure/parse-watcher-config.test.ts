import { verifies } from "@retinue/testkit";
import { expect, it } from "vitest";
import { LaunchWatcherError, parseWatcherConfig } from "../../src/index.ts";

const outbox = { name: "one", directory: "/srv/one/outbox", workspace_roots: ["/srv/one/work"] };
const config = { version: 1, spool: "/var/lib/retinue", image: "child:1", outboxes: [outbox] };

function problems(document: unknown): string {
  try {
    parseWatcherConfig(document);
  } catch (error) {
    if (error instanceof LaunchWatcherError && error.code === "INVALID_CONFIGURATION") return error.message;
    throw error;
  }
  return "none";
}

it("takes a small configuration and fills in the rest", () => {
  expect(parseWatcherConfig(config)).toMatchObject({
    docker_socket: "/var/run/docker.sock",
    mount_pinning: "volume",
    unprivileged_uid: 65_532,
    resources: { memory_mb: 1024, pids: 256 },
    outboxes: [{ context_roots: [], max_concurrent: 3 }],
  });
});

it.each([
  ["an unknown key", { ...config, network: "host" }, /network/],
  ["uid 0", { ...config, unprivileged_uid: 0 }, /unprivileged_uid/],
  ["a relative spool", { ...config, spool: "spool" }, /spool: must be an absolute path/],
  ["a path with ..", { ...config, spool: "/var/lib/../x" }, /spool: must be written without/],
  ["no outbox", { ...config, outboxes: [] }, /outboxes/],
  ["a version to come", { ...config, version: 2 }, /version/],
])("refuses %s", (_what, document, named) => {
  expect(problems(document)).toMatch(named);
});

it.each(["/", "/proc", "/sys/fs", "/etc", "/root"])("attack 11: refuses %s as a context root", (root) => {
  expect(problems({ ...config, outboxes: [{ ...outbox, context_roots: [root] }] })).toContain(root);
});

it("attack 11: refuses a root that holds the engine's socket", () => {
  expect(problems({ ...config, outboxes: [{ ...outbox, context_roots: ["/var/run"] }] })).toContain("socket");
});

it.each([
  ["the spool inside a workspace root", { ...config, spool: "/srv/one/work/spool" }, "spool"],
  [
    "workspace roots of two parents inside each other",
    {
      ...config,
      outboxes: [
        outbox,
        { ...outbox, name: "two", directory: "/srv/two", workspace_roots: ["/srv/one/work/x"] },
      ],
    },
    "overlap",
  ],
  ["one outbox for two parents", { ...config, outboxes: [outbox, { ...outbox, name: "two" }] }, "one parent"],
])(`attack 10: refuses %s ${verifies("HOST-OUTBOX")}`, (_what, document, named) => {
  expect(problems(document)).toContain(named);
});

it("attack 10: takes /srv/one/work10 beside /srv/one/work1", () => {
  const [a, b] = ["1", "10"].map((n) => ({
    name: `p${n}`,
    directory: `/srv/out${n}`,
    workspace_roots: [`/srv/one/work${n}`],
  }));
  expect(problems({ ...config, outboxes: [a, b] })).toBe("none");
});
