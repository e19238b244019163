import packageJson from "../package.json" with { type: "json" };
import { parseFlags, type ParsedFlags } from "./flags/parse-flags.ts";
import { serve, type Serving } from "./serve/serve.ts";
import { SubagentServerError } from "./subagent-server-error.ts";

const log = (message: string) => void process.stderr.write(`retinue-mcp: ${message}\n`);

// A client that has closed its end of stderr is no reason to end.
process.stderr.on("error", () => {});
const brokerDirectory = process.argv[2] === "broker" ? process.argv[3] : undefined;
const flags = brokerDirectory === undefined ? parsed() : undefined;
if (brokerDirectory !== undefined) {
  const { runBroker } = await import("./serve/run-broker.ts");
  await runBroker(brokerDirectory);
} else if (flags?.help === true) {
  const { usage } = await import("./flags/usage.ts");
  process.stdout.write(usage());
} else if (flags?.version === true) {
  process.stdout.write(`${packageJson.version}\n`);
} else if (flags !== undefined) {
  await run(flags).catch(refuse);
}

async function run({ values, warnings }: ParsedFlags): Promise<void> {
  warnings.forEach(log);
  const start = { flags: values, directory: process.cwd(), environment: process.env, log };
  const { version } = packageJson;
  let serving: Serving | undefined;
  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    // Whatever hangs must not keep a server alive that nobody talks to; its runs do not depend on it.
    setTimeout(() => process.exit(0), 5000).unref();
    await serving?.close().catch((error: unknown) => log(String(error)));
    process.exit(0);
  };
  process.on("SIGTERM", () => void leave());
  process.on("SIGINT", () => void leave());
  if (values.http === undefined) {
    if (values["http-token-file"] !== undefined) log("--http-token-file has no effect without --http");
    serving = serve(start, version, () => void leave());
  } else {
    const { serveHttp } = await import("./http/serve-http.ts");
    serving = await serveHttp(start, version, Number(values.http), values["http-token-file"]);
  }
}

function parsed(): ParsedFlags | undefined {
  try {
    return parseFlags(process.argv.slice(2));
  } catch (error) {
    refuse(error);
    return undefined;
  }
}

function refuse(error: unknown): void {
  if (error instanceof SubagentServerError) log(`${error.message}. ${error.remedy}`);
  else if ((error as NodeJS.ErrnoException).syscall === "listen")
    log(`${(error as Error).message}. Choose another --http PORT.`);
  else throw error;
  process.exitCode = 2;
}
