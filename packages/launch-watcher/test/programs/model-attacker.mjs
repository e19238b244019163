// What a hostile child on a cluster tries with what it is given, beside a call as it may make it. What each came to is
// printed as JSON.   node --input-type=module -e … VENDOR, behind the bridge
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { request } from "node:https";

const { host, port, name, authority, token } = JSON.parse(readFileSync("/input/models.json", "utf8"));
const body = JSON.stringify({ model: "gpt-5-mini", input: "Who are you?" });

function asked(at, path, headers, method = "POST") {
  const { promise, resolve } = Promise.withResolvers();
  const options = {
    host,
    port: at,
    ca: authority,
    servername: name,
    path,
    method,
    timeout: 2000,
    agent: false,
  };
  const call = request({
    ...options,
    headers: { host: "localhost", "content-type": "application/json", ...headers },
  });
  call.on("response", (response) => {
    let text = "";
    response.on("data", (chunk) => (text += chunk));
    response.on("end", () =>
      resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ""}`.trim()),
    );
  });
  call.on("timeout", () => call.destroy(new Error("timeout")));
  call.on("error", () => resolve("unreached"));
  call.end(method === "GET" ? undefined : body);
  return promise;
}

function reached(at, where) {
  const { promise, resolve } = Promise.withResolvers();
  const socket = connect({ host: where, port: at, timeout: 2000 }, () => resolve("reached"));
  socket.on("timeout", () => resolve("unreached"));
  socket.on("error", () => resolve("unreached"));
  return promise.finally(() => socket.destroy());
}

const bearing = (given) => ({ authorization: `Bearer ${given}` });
const call = "/openai/v1/responses";
const control = port + 1;
const others = readdirSync("/").filter((each) => each === "spool" || each === "srv");
console.log(
  JSON.stringify({
    token,
    own: await asked(port, call, bearing(token)),
    none: await asked(port, call, {}),
    forged: await asked(port, call, bearing(`${token.slice(0, -2)}xx`)),
    metrics: await asked(port, "/metrics", bearing(token), "GET"),
    command: await asked(port, "/command", bearing(token)),
    control: await asked(control, "/command", bearing(token)),
    api: await reached(443, "10.0.0.1"),
    resolver: await reached(53, "10.0.0.10"),
    vendor: await reached(443, process.argv[1]),
    account: existsSync("/var/run/secrets/kubernetes.io"),
    others,
    keys: Object.entries(process.env).filter(([, value]) => value?.includes("sk-")),
  }),
);
