import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { ResourceListeners } from "@retinue/mcp-server";
import { listenedUris } from "../serve/listened-uris.ts";

type Fetch = McpHttpHandler["fetch"];

/** The same handler, with what its clients listen to followed as long as they do: no server hears of them. */
export function hearingListens(fetch: Fetch, listeners: ResourceListeners): Fetch {
  return async (request, options) => {
    // Clients of the newer era have to say the method in a header as well.
    const isListen = request.headers.get("mcp-method") === "subscriptions/listen";
    const asked = isListen ? request.clone().json() : undefined;
    asked?.catch(() => {});
    const response = await fetch(request, options);
    // One that is refused is answered otherwise.
    if (asked === undefined || response.headers.get("content-type") !== "text/event-stream") return response;
    const listened = listenedUris(await asked);
    if (listened === undefined || request.signal.aborted) return response;
    const stop = listeners.listen(listened.uris);
    request.signal.addEventListener("abort", stop, { once: true });
    return response;
  };
}
