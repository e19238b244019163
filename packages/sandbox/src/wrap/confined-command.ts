import { entryAt } from "@retinue/contained-fs";
import { readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { checkPolicy, type CheckedPolicy, type SandboxPolicy } from "../policy/sandbox-policy.ts";
import { homeSecrets } from "../policy/system-places.ts";
import { SandboxError } from "../sandbox-error.ts";
import { proxyEnvironment, waysTo, type Ways } from "./bridges.ts";
import { mountsOf, type Mount } from "./mounts.ts";
import { confineFile, systemProgram } from "./programs.ts";

export interface ConfineOptions {
  /** Path of bubblewrap. Default: the system's. */
  readonly bwrap?: string | undefined;
  /** Ends with whoever starts it. Default: it goes on, for a supervisor that may be killed. */
  readonly dieWithParent?: boolean;
  /** Printed by the gate in place of the command: for a probe. */
  readonly word?: string;
}

const gateInside = "/run/retinue-gate.sh";
const namespaces = ["user", "pid", "net", "mnt", "ipc", "uts"];
/** There on every Linux, and in no sandbox; the sockets are control over the machine, or a session. */
const neverInside = ["/sys/kernel", "/run/docker.sock", "/run/containerd", "/run/dbus", "/run/user"];
const unprivileged = "65534";

/**
 * A command that runs another one confined, and runs it only once a look from inside has found that it is.
 *
 * @throws SandboxError INVALID_INPUT, PATH_MISSING, SANDBOX_UNAVAILABLE.
 */
export function confinedCommand(
  policy: SandboxPolicy,
  command: readonly string[],
  options: ConfineOptions = {},
): string[] {
  const checked = checkPolicy(policy);
  const bwrap = options.bwrap ?? systemProgram("bwrap");
  if (bwrap === undefined) {
    throw new SandboxError("SANDBOX_UNAVAILABLE", "bubblewrap is not installed", {
      remedy: "sudo apt-get install bubblewrap socat",
    });
  }
  const ways = waysTo(checked);
  const mounts = mountsOf(checked);
  const enter =
    ways.proxy === undefined
      ? [bwrap]
      : [
          "/bin/sh",
          confineFile("enter.sh"),
          process.execPath,
          confineFile("proxy.mjs"),
          checked.hosts.join(" "),
          bwrap,
        ];
  return [
    ...enter,
    ...(options.dieWithParent === true ? ["--die-with-parent"] : []),
    ...boundary(),
    ...mounts.flatMap(mountArguments),
    "--ro-bind",
    confineFile("gate.sh"),
    gateInside,
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    // Whatever lies on them is made by now.
    ...mounts.filter(({ kind }) => kind === "empty").flatMap(({ target }) => ["--remount-ro", target]),
    "--remount-ro",
    "/",
    "--chdir",
    realpathSync(checked.workspace),
    ...environment(checked, ways),
    "--",
    "/bin/sh",
    gateInside,
    ...gateArguments(checked, mounts, ways, options.word ?? ""),
    ...command,
  ];
}

function boundary(): string[] {
  // Root of the host is nobody inside: it could still write to the kernel's settings, and make no namespaces.
  const isRoot = process.getuid?.() === 0;
  return [
    "--unshare-user",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--cap-drop",
    "ALL",
    "--hostname",
    "sandbox",
    ...(isRoot ? ["--uid", unprivileged, "--gid", unprivileged] : []),
  ];
}

function mountArguments({ target, kind, source = "" }: Mount): string[] {
  if (kind === "link") return ["--symlink", source, target];
  if (kind === "nothing") return ["--ro-bind", "/dev/null", target];
  if (kind === "memory" || kind === "empty") return ["--tmpfs", target];
  return [kind === "read" ? "--ro-bind" : "--bind", source, target];
}

function environment({ home, environment: added }: CheckedPolicy, { proxy }: Ways): string[] {
  const all = { HOME: home, TMPDIR: "/tmp", TMP: "/tmp", TEMP: "/tmp", ...proxyEnvironment(proxy), ...added };
  const set = Object.entries(all).flatMap(([name, value]) =>
    value === "" ? ["--unsetenv", name] : ["--setenv", name, value],
  );
  return [...set, "--unsetenv", "XDG_RUNTIME_DIR", "--unsetenv", "DBUS_SESSION_BUS_ADDRESS"];
}

function gateArguments(policy: CheckedPolicy, mounts: readonly Mount[], ways: Ways, word: string): string[] {
  const targets = (kind: Mount["kind"]) =>
    mounts.filter((mount) => mount.kind === kind).map(({ target }) => target);
  const isShown = new Set(mounts.map(({ target }) => target));
  const secrets = homeSecrets.map((name) => join(policy.home, name)).filter((path) => !isShown.has(path));
  const hasWithin = (path: string) => mounts.some(({ target }) => target.startsWith(`${path}/`));
  const absent = [...neverInside, ...secrets.filter((path) => !hasWithin(path))];
  const outer = namespaces.map((name) => readlinkSync(`/proc/self/ns/${name}`));
  return [
    outer.join("\n"),
    absent.filter((path) => entryAt(path) !== undefined).join("\n"),
    [...targets("read"), ...targets("empty")].join("\n"),
    targets("write").join("\n"),
    ways.bridges.map(({ port, socket }) => `${port}:${socket}`).join("\n"),
    word,
  ];
}
