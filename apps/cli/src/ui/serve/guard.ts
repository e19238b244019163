import { bearerAuth } from "hono/bearer-auth";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";

/** Nothing but this server's own files, and no text that becomes code: the browser holds to it whatever we forget. */
export const headers = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ["'none'"],
  },
  crossOriginEmbedderPolicy: true,
  referrerPolicy: "no-referrer",
  // There is no TLS on loopback.
  strictTransportSecurity: false,
});

/**
 * Lets through requests that name this server as their host, and pages of its own as their origin: a page elsewhere
 * that had its name point here, or that has a browser send something, learns nothing and does nothing.
 *
 * @param port Asked when a request comes: of a server that has no port yet none is let through.
 */
export function ownHostOnly(port: () => number | undefined) {
  return createMiddleware(async (context, next) => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    const host = context.req.header("host");
    if (host === undefined || !hosts.includes(host))
      return context.text(
        "This server is asked for by its own name only: open the address it printed.\n",
        403,
      );
    const origin = context.req.header("origin");
    // Each host is an origin of its own: one may not send to the other.
    if (origin !== undefined && origin !== `http://${host}`)
      return context.text("Other pages may not send anything here.\n", 403);
    return next();
  });
}

/** For what says or does something; it takes as long whatever the token is. */
export function tokenOnly(token: string) {
  return bearerAuth({ token });
}
