/** How a signal leaves by OTLP. Where to, and with which headers, the exporter reads from its variables itself. */
export type OtlpProtocol = "http/protobuf" | "http/json";

/** What the usual variables of OpenTelemetry ask for. A signal that is absent is not sent. */
export interface ConfiguredExporters {
  readonly traces?: OtlpProtocol | undefined;
  readonly metrics?: OtlpProtocol | undefined;
  /** What of the variables is not obeyed, and what to set instead. */
  readonly remarks: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What is configured. As against OpenTelemetry's default, nothing is where no variable names an exporter or an endpoint:
 * nobody should find a program connecting to a port that they never heard of.
 */
export function configuredExporters(environment: Environment): ConfiguredExporters {
  const remarks: string[] = [];
  if (valueOf(environment, "OTEL_SDK_DISABLED")?.toLowerCase() === "true") return { remarks };
  const traces = protocolOf(environment, "TRACES", remarks);
  const metrics = protocolOf(environment, "METRICS", remarks);
  return { traces, metrics, remarks: [...new Set(remarks)] };
}

function protocolOf(
  environment: Environment,
  signal: "TRACES" | "METRICS",
  remarks: string[],
): OtlpProtocol | undefined {
  const name = `OTEL_${signal}_EXPORTER`;
  const named = valueOf(environment, name)
    ?.split(",")
    .map((each) => each.trim());
  const endpoints = ["OTEL_EXPORTER_OTLP_ENDPOINT", `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  const hasEndpoint = endpoints.some((each) => valueOf(environment, each) !== undefined);
  for (const other of named ?? [])
    if (other !== "otlp" && other !== "none")
      // What prints to the terminal would break the protocol that a server speaks there.
      remarks.push(`${name} has ${JSON.stringify(other)}, and only otlp is known`);
  if (!(named?.includes("otlp") ?? hasEndpoint)) return undefined;
  const specific = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const protocol =
    valueOf(environment, specific) ?? valueOf(environment, "OTEL_EXPORTER_OTLP_PROTOCOL") ?? "http/protobuf";
  if (protocol === "http/protobuf" || protocol === "http/json") return protocol;
  remarks.push(
    `the OTLP protocol is ${JSON.stringify(protocol)}, and only http/protobuf and http/json are spoken: set ${specific}, and its endpoint`,
  );
  return undefined;
}

/** An empty variable is as good as none, as OpenTelemetry has it. */
export function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === "" ? undefined : value;
}
