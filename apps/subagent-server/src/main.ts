import packageJson from "../package.json" with { type: "json" };
import { parseFlags, type ParsedFlags } from "./flags/parse-flags.ts";
import { serve, type Serving } from "./serve/serve.ts";
import { SubagentServerError } from "./subagent-server-error.ts";

const log = (message: string) => void process.stderr.write(`retinue-mcp: ${message}\n`);

// A client that has closed its end of stderr is no reason to end.
process.stderr.on("error", () => {});
const flags = parsed();
if (flags?.help === true) {
  const { usage } = await import("./flags/usage.ts");
  process.stdout.write(usage());
} else if (flags?.version === true) {
  process.stdout.write(`${packageJson.version}\n`);
} else if (flags !== undefined) {
  run(flags);
}

function run({ values, warnings }: ParsedFlags): void {
  warnings.forEach(log);
  const start = { flags: values, directory: process.cwd(), environment: process.env, log };
  let leaving = false;
  const leave = async () => {
    if (leaving) return;
    leaving = true;
    // Whatever hangs must not keep a server alive that nobody talks to; its runs do not depend on it.
    setTimeout(() => process.exit(0), 5000).unref();
    await serving.close().catch((error: unknown) => log(String(error)));
    process.exit(0);
  };
  const serving: Serving = serve(start, packageJson.version, () => void leave());
  process.on("SIGTERM", () => void leave());
  process.on("SIGINT", () => void leave());
}

function parsed(): ParsedFlags | undefined {
  try {
    return parseFlags(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof SubagentServerError)) throw error;
    log(`${error.message}. ${error.remedy}`);
    process.exitCode = 2;
    return undefined;
  }
}
