import type { Start } from "../configure/manager-settings.ts";
import type { Serving } from "../serve/serve.ts";
import { serverSource } from "../serve/server-source.ts";
import { accessToken } from "./access-token.ts";
import { listenHttp } from "./listen-http.ts";

/**
 * Serves every client of this machine that knows the token. Says on stderr where, and the token where it is new.
 * Nothing is read and nothing made until the first tool call, but the token's file.
 *
 * @param port 0 for any that is free.
 * @throws SubagentServerError INVALID_FILE, and what listening on the port fails with.
 */
export async function serveHttp(
  start: Start,
  version: string,
  port: number,
  tokenFile: string | undefined,
): Promise<Serving> {
  const token = accessToken(tokenFile);
  const source = serverSource(start, version);
  const listening = await listenHttp(source, port, token, start.log);
  start.log(`listening on ${listening.url}`);
  if (token.isNew) start.log(`clients send: Authorization: Bearer ${token.text}`);
  return {
    async close() {
      await listening.close();
      await source.close();
    },
  };
}
