// Refuses what an API server asks it about, by TLS on the loopback.   refusing-webhook.mjs CERTIFICATE KEY
// Says its port on stdout.
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const [cert = "", key = ""] = process.argv.slice(2);
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, async (asked, answer) => {
  let text = "";
  for await (const chunk of asked) text += chunk;
  const { uid } = JSON.parse(text).request;
  const response = { uid, allowed: false, status: { code: 403, message: "no pods on Fridays" } };
  answer.writeHead(200, { "content-type": "application/json" });
  answer.end(JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response }));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
