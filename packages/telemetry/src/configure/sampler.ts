import { valueOf, type Environment } from "./exporters.ts";

/** Whether a trace is kept: by its id, and by what its caller has decided, if it has. */
export type Samples = (traceId: string, parent: boolean | undefined) => boolean;

/** `OTEL_TRACES_SAMPLER` with its argument. Default, and for a name that is not known: as the caller, else always. */
export function sampler(environment: Environment): Samples {
  const name = valueOf(environment, "OTEL_TRACES_SAMPLER") ?? "parentbased_always_on";
  const root = rootSampler(name.replace(/^parentbased_/, ""), environment);
  return name.startsWith("parentbased_") || root === undefined
    ? (traceId, parent) => parent ?? (root ?? always)(traceId)
    : (traceId) => root(traceId);
}

const always = () => true;

function rootSampler(name: string, environment: Environment): ((traceId: string) => boolean) | undefined {
  if (name === "always_on") return always;
  if (name === "always_off") return () => false;
  if (name !== "traceidratio") return undefined;
  const given = Number(valueOf(environment, "OTEL_TRACES_SAMPLER_ARG") ?? "1");
  const ratio = given >= 0 && given <= 1 ? given : 1;
  // The last bits of an id are random, and 52 are a number without loss: everybody who asks decides the same.
  return (traceId) => Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
}
