/** What every pod is told of where the API server is, also without service links: empty instead. */
export const noAddress: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "SERVICE_HOST",
    "SERVICE_PORT",
    "SERVICE_PORT_HTTPS",
    "PORT",
    "PORT_443_TCP",
    "PORT_443_TCP_PROTO",
    "PORT_443_TCP_PORT",
    "PORT_443_TCP_ADDR",
  ].map((name) => [`KUBERNETES_${name}`, ""]),
);
