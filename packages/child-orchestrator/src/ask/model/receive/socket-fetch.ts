type Fetch = typeof fetch;

/**
 * A `fetch` that asks whatever it asks through a Unix socket: the host of an address is a name there, and no network
 * is used. Loaded when it is needed: most runs have a network.
 */
export function socketFetch(socketPath: string): Fetch {
  let loaded: Promise<Fetch> | undefined;
  return async (input, init) => (await (loaded ??= load(socketPath)))(input, init);
}

async function load(socketPath: string): Promise<Fetch> {
  const { Agent, fetch } = await import("undici");
  const dispatcher = new Agent({ connect: { socketPath } });
  const ask = fetch as unknown as (input: unknown, init: unknown) => Promise<Response>;
  return (input, init) => ask(input, { ...init, dispatcher });
}
