import packageJson from "../package.json" with { type: "json" };
import { brokerNetwork, LaunchWatcherError, parseWatcherConfig, tryRun } from "@retinue/launch-watcher";
import { HostWatcherError } from "./host-watcher-error.ts";
import { parseFlags, usage, type Flags } from "./parse-flags.ts";
import { readDocument } from "./read-document.ts";
import { say } from "./say.ts";
import { withDockerHost } from "./with-docker-host.ts";

/** Exit codes: 0 well, 1 something does not hold or failed, 2 bad flags or configuration. */
process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(usage);
    return 0;
  }
  if (args.length === 1 && args[0] === "--version") {
    process.stdout.write(`${packageJson.version}\n`);
    return 0;
  }
  try {
    return await perform(parseFlags(args));
  } catch (error) {
    if (error instanceof HostWatcherError || error instanceof LaunchWatcherError) {
      const joint = error.message.includes("\n") ? "\n" : ". ";
      say(process.stderr, `retinue-watch: ${error.message}${joint}${error.remedy}`);
      return error instanceof HostWatcherError || error.code === "INVALID_CONFIGURATION" ? 2 : 1;
    }
    say(process.stderr, `retinue-watch: ${error instanceof Error ? error.stack : String(error)}`);
    return 1;
  }
}

async function perform(flags: Flags): Promise<number> {
  const { command, config: path, request = "", outbox, call, stay, network } = flags;
  if (command === "broker" && !network) return (await import("./commands/broker.ts")).broker(request, stay);
  const config = parseWatcherConfig(withDockerHost(readDocument(path), process.env["DOCKER_HOST"]), path);
  switch (command) {
    case "broker": {
      const { broker } = await import("./commands/broker.ts");
      return broker(request, true, brokerNetwork(config, process.env));
    }
    case "run":
      return (await import("./commands/run.ts")).run(config);
    case "once":
      return (await import("./commands/run.ts")).once(config);
    case "doctor":
      return (await import("./commands/doctor.ts")).doctor(config, call);
    case "plan":
      return (await import("./commands/plan.ts")).plan(config, request, outbox);
    case "try":
      say(process.stdout, JSON.stringify(await tryRun(config), null, 2));
      return 0;
  }
}
