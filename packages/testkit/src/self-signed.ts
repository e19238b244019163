import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "./temporary-directory.ts";

/** A certificate of a name, signed by itself, and its key: PEM. By `openssl`. */
export function selfSigned(name: string): { readonly certificate: string; readonly key: string } {
  const directory = temporaryDirectory("retinue-certificate-");
  const [certificate, key] = [join(directory, "tls.crt"), join(directory, "tls.key")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc"];
  const named = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const to = ["-keyout", key, "-out", certificate, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...kind, ...named, ...to], { stdio: "pipe" });
  return { certificate: readFileSync(certificate, "utf8"), key: readFileSync(key, "utf8") };
}
