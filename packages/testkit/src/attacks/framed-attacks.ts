const text = JSON.stringify({ model: "gpt-5-mini", messages: [{ role: "user", content: "hello" }] });
const path = "/openai/v1/chat/completions";
const length = `Content-Length: ${text.length}`;
const head = (lines: readonly string[], first = `POST ${path} HTTP/1.1`) =>
  `${[first, "Host: localhost", "Content-Type: application/json", ...lines].join("\r\n")}\r\n\r\n`;

/** What a run may send to its models beside a request: by name, the bytes, and what a broker has to say to them. */
export const framedAttacks: Record<string, readonly [bytes: string, answer: RegExp]> = {
  "an absolute-form request line": [
    head([length], `POST http://localhost${path} HTTP/1.1`) + text,
    /^HTTP\/1.1 404 .*path_refused/s,
  ],
  "an asterisk before the path": [
    head([length], `POST *${path} HTTP/1.1`) + text,
    /^HTTP\/1.1 404 .*path_refused/s,
  ],
  "another host": [
    (head([length]) + text).replace("localhost", "api.openai.com"),
    /^HTTP\/1.1 400 .*host_refused/s,
  ],
  "a host behind a user": [
    (head([length]) + text).replace("localhost", "localhost@api.openai.com"),
    /^HTTP\/1.1 400 .*host_refused/s,
  ],
  "a host that begins as this one": [
    (head([length]) + text).replace("localhost", "localhost.evil.example"),
    /^HTTP\/1.1 400 .*host_refused/s,
  ],
  "two hosts": [head(["Host: 127.0.0.1", length]) + text, /^HTTP\/1.1 400 .*header_repeated/s],
  "no host": [(head([length]) + text).replace("Host: localhost\r\n", ""), /^HTTP\/1.1 400 /],
  CONNECT: [
    "CONNECT api.openai.com:443 HTTP/1.1\r\nHost: api.openai.com:443\r\n\r\n",
    /^HTTP\/1.1 405 .*method_refused/s,
  ],
  Upgrade: [
    head(["Connection: Upgrade", "Upgrade: websocket", length]) + text,
    /^HTTP\/1.1 405 .*method_refused/s,
  ],
  "an Upgrade that its Connection does not name": [
    head(["Upgrade: h2c", length]) + text,
    /^HTTP\/1.1 400 .*upgrade_refused/s,
  ],
  "Transfer-Encoding with Content-Length": [
    `${head([length, "Transfer-Encoding: chunked"])}0\r\n\r\n`,
    /^HTTP\/1.1 400 .*malformed_request/s,
  ],
  "two lengths": [head([length, "Content-Length: 3"]) + text, /^HTTP\/1.1 400 .*malformed_request/s],
  "an encoding that hides the framing": [
    head(["Transfer-Encoding: xchunked"]) + text,
    /^HTTP\/1.1 400 .*(framing_refused|malformed_request)/s,
  ],
  "a bare LF": [head([length]).replaceAll("\r\n", "\n") + text, /^HTTP\/1.1 400 .*malformed_request/s],
  "obs-fold": [head(["X-A: b\r\n c", length]) + text, /^HTTP\/1.1 400 .*malformed_request/s],
  "a space before the colon": [
    head([`Content-Length : ${text.length}`]) + text,
    /^HTTP\/1.1 400 .*malformed_request/s,
  ],
  "1 MB of headers": [
    head([`X-A: ${"b".repeat(1024 * 1024)}`, length]) + text,
    /^HTTP\/1.1 431 .*head_too_large/s,
  ],
  "HTTP/0.9": [`POST ${path}\r\n\r\n`, /^HTTP\/1.1 400 .*host_refused/s],
};
