import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRunning, type Grounds } from "./attack-grounds.ts";

/** Something that a shell tries, from a directory four beneath the parent's workspace, which is `$P`. */
export interface Attack {
  readonly name: string;
  readonly script: (grounds: Grounds) => string;
  /** Whether it did what it should not have: by what it said, and by what there is then. */
  readonly succeeded: (said: string, grounds: Grounds) => boolean;
}

const writes: Record<string, string> = {
  "the parent's file, by its path": 'echo by-path >> "$P/file"',
  "the parent's file, by a name with ..": "echo by-dots >> ../../../../file",
  "a file of its context": 'echo in-context >> "$P/context/file"',
  "the parent's file, through a link": 'ln -s "$P/file" made; echo by-link >> made',
  "the parent's file, through a hard link": 'ln "$P/file" hard && echo by-hard-link >> hard',
  "the parent's file, by /proc/self/root": 'echo by-proc-root >> "/proc/self/root$P/file"',
  "the parent's file, by mounting it anew":
    'unshare -Urm sh -c "mount -o remount,bind,rw $P; echo by-remount >> $P/file" || echo by-remount >> "$P/file"',
  "the parent's file, by binding it elsewhere":
    'mkdir there; unshare -Urm sh -c "mount --bind $P there; echo by-bind >> there/file" || echo by-bind >> "$P/file"',
};

const word = (script: string) => /echo (\S+)/.exec(script)?.[1] ?? "";
const fileIn = (directory: string, ...names: string[]) =>
  names.map((name) => readFileSync(join(directory, name), "utf8")).join("");

const reads: Record<string, (grounds: Grounds) => string> = {
  "the user's SSH key": ({ home }) => `cat ${home}/.ssh/id_ed25519`,
  "the user's cloud credentials": ({ home }) => `cat ${home}/.aws/credentials`,
  "another run's workspace": () => 'cat "$P/subagents/other/workspace/notes"',
  "the same through a link": () => 'ln -s "$P/subagents/other/workspace/notes" other; cat other',
  "the environment of the server": () =>
    `tr '\\0' '\\n' < /proc/${process.pid}/environ | grep -q ^VITEST && echo a secret`,
  "the environments of all processes": () => "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep ^A_SECRET=",
  "the memory of a process": ({ bystander }) => `sh -c 'exec 3< /proc/${bystander.pid}/mem' && echo a secret`,
};

const calls: Record<string, (grounds: Grounds) => string> = {
  "a port of loopback": ({ port }) => `bash -c 'echo WORD > /dev/tcp/127.0.0.1/${port}'`,
  "the machine by its address": ({ port, address }) => `bash -c 'echo WORD > /dev/tcp/${address}/${port}'`,
  "a host that is not listed, by its address through the proxy": ({ port, address }) =>
    `curl -s -m 5 http://${address}:${port}/WORD`,
  "a host that is not listed, by its name through the proxy": ({ port }) =>
    `curl -s -m 5 http://localhost:${port}/WORD`,
  "a server of names": ({ names }) => `bash -c 'echo WORD > /dev/udp/127.0.0.1/${names}'`,
  "an abstract socket of the session": ({ abstract }) =>
    `curl -s -m 5 --abstract-unix-socket ${abstract} http://x/WORD`,
  "a socket of the session, as Docker's": ({ socket }) =>
    `curl -s -m 5 --unix-socket ${socket} http://x/WORD`,
};

export const attacks: readonly Attack[] = [
  ...Object.entries(writes).map(([name, script]) => ({
    name: `write to ${name}`,
    script: () => script,
    succeeded: (_said: string, { parent }: Grounds) =>
      fileIn(parent, "file", "context/file").includes(word(script)),
  })),
  {
    name: "write to the system's /tmp",
    script: ({ socket }) => `mkdir -p ${dirname(socket)}; echo in-tmp >> ${dirname(socket)}/file`,
    succeeded: (_said, { socket }) => fileIn(dirname(socket), "file").includes("in-tmp"),
  },
  {
    name: "write through whatever is open",
    script: () => 'for f in /proc/self/fd/*; do [ "$f" -ef "$P/open" ] && echo by-descriptor >> "$f"; done',
    // Nothing of the server's is left open for anybody: the other side of it is opened by the test.
    succeeded: (_said, { parent }) => fileIn(parent, "open").includes("by-descriptor"),
  },
  {
    name: "gain rights by a setuid program",
    script: () => '"$P/context/id" -u',
    succeeded: (said) => /^1$/m.test(said),
  },
  ...Object.entries(reads).map(([name, script]) => ({
    name: `read ${name}`,
    script,
    succeeded: (said: string) => said.includes("a secret"),
  })),
  ...Object.entries(calls).map(([name, script], index) => ({
    name: `connect to ${name}`,
    script: (grounds: Grounds) => script(grounds).replace("WORD", `call-${index}`),
    succeeded: (_said: string, { heard }: Grounds) => heard().includes(`call-${index}`),
  })),
  {
    name: "trace a process",
    script: ({ bystander }) => `timeout -s INT 1 strace -p ${bystander.pid} 2>&1`,
    succeeded: (said) => said.includes("attached"),
  },
  {
    name: "signal a process",
    script: ({ target }) => `kill -KILL ${target.pid}; sleep 0.2`,
    succeeded: (_said, { target }) => target.signalCode !== null,
  },
  {
    name: "outlive its deadline",
    script: ({ daemon }) => `setsid env -i ${daemon} > /dev/null 2>&1 < /dev/null &`,
    succeeded: (_said, { daemon }) => isRunning(daemon),
  },
];

/** What a shell is given of an attack, and what it says when it has come to its end. */
export const over = "it is over";
export const shellOf = ({ script }: Attack, grounds: Grounds): string =>
  `P=${grounds.parent}; ${script(grounds)}\necho ${over}`;

/** Which attacks came through. */
export function succeeded(said: readonly string[], grounds: Grounds): string[] {
  return attacks
    .filter((attack, index) => attack.succeeded(said[index] ?? "", grounds))
    .map(({ name }) => name);
}
