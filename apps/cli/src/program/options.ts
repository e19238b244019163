import { Option } from "commander";

/** Where a parent's subagents are. */
export function workspaceOption(
  meaning = "the parent's workspace: the directory that holds the folder subagents",
): Option {
  return new Option("--workspace <dir>", meaning).default(".", "the current directory");
}

/** @param what Is printed. */
export function jsonOption(what = "the result"): Option {
  return new Option("--json", `print ${what} as JSON and nothing else`);
}

/** @param meaning Of what it is the limit. */
export function timeoutOption(meaning: string): Option {
  return new Option("--timeout <seconds>", meaning).argParser(Number);
}

export function brokerOption(): Option {
  return new Option("--broker", "models are asked through a broker that has the keys; no run has one");
}

export function detachOption(): Option {
  return new Option("--detach", "print the id once it runs, and leave it to itself");
}
