import { entryAt } from "@retinue/contained-fs";
import { get } from "node:http";
import { z } from "zod";
import { findProgram } from "./find-program.ts";
import type { Finding } from "@retinue/errors";
import type { Environment } from "./environment.ts";

const versionSchema = z.object({ Version: z.string() });
const standardSocket = "/var/run/docker.sock";
/** Milliseconds for its answer. */
const patience = 3000;

/** Whether a Docker engine answers, which delegated runs need on the host. */
export async function detectDocker({ PATH, DOCKER_HOST }: Environment): Promise<Finding[]> {
  const name = "docker";
  const host = DOCKER_HOST === undefined || DOCKER_HOST === "" ? `unix://${standardSocket}` : DOCKER_HOST;
  const socket = /^unix:\/\/(.+)$/.exec(host)?.[1];
  if (socket === undefined)
    return [{ name, ok: false, found: `DOCKER_HOST is ${host}: only a socket is looked at` }];
  if (entryAt(socket) === undefined) {
    const remedy =
      findProgram("dockerd", PATH) === undefined
        ? "curl -fsSL https://get.docker.com | sh"
        : startsDocker("start");
    return [{ name, ok: false, found: `there is no ${socket}`, remedy }];
  }
  try {
    return [{ name, ok: true, found: `${await versionAt(socket)} at ${socket}` }];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const remedy = code === "EACCES" ? "sudo usermod -aG docker $USER" : startsDocker("restart");
    return [{ name, ok: false, found: `${socket} does not answer: ${message}`, remedy }];
  }
}

function startsDocker(verb: "start" | "restart"): string {
  return entryAt("/run/systemd/system") !== undefined ? `sudo systemctl ${verb} docker` : "sudo dockerd";
}

function versionAt(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(
      { socketPath, path: "/version", signal: AbortSignal.timeout(patience) },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("error", reject);
        response.on("end", () => {
          try {
            resolve(versionSchema.parse(JSON.parse(text)).Version);
          } catch {
            reject(new Error("its answer is not Docker's"));
          }
        });
      },
    );
    request.on("error", reject);
  });
}
