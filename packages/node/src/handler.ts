/** Mounts a handler in Node's http server, Express, and Fastify. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Exchange, RequestInfo } from "@latchkey/core";
import { isBodyConsumed } from "./body.ts";
import { resolveOrigin } from "./origin.ts";
import { NodeRequest, targetOf } from "./request.ts";
import { sendError, sendReply, sendResponse } from "./response.ts";

/** What can be mounted: anything with a web-standard handler, such as the result of `createAuth`. */
export interface WebHandler {
  handler(request: Request, info?: RequestInfo): Promise<Response>;
}

/** A listener for `http.createServer`, and a handler for Express' `app.all`. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Options for mounting a handler in a Node server. */
export interface NodeHandlerOptions {
  /**
   * Scheme and host of the app, such as `https://example.com`. Set it if the server is behind a proxy and `createAuth`
   * has no `baseURL`. Default: `http` or `https` depending on the socket, with the `Host` header, or HTTP/2's
   * `:authority`.
   */
  readonly origin?: string;
}

/**
 * Turns a handler into a Node listener. Mount it before any body parser. A parsed body works too, but then the raw
 * bytes that webhook signatures need are gone.
 *
 * The handler of `createAuth` gets Node's request directly, because creating a `Request` and a `Response` takes longer
 * than most endpoints. Any other handler, such as your own function that calls it, gets a `Request`.
 *
 * Passes on the socket's IP address. The `trustedProxies` option of `createAuth` decides whether to trust forwarded
 * headers.
 *
 * @throws {Error} if `origin` isn't a scheme and host
 * @example http.createServer(toNodeHandler(auth)).listen(3000)
 * @example app.all("/api/auth/*splat", toNodeHandler(auth)) // Express 5
 */
export function toNodeHandler(auth: WebHandler, options: NodeHandlerOptions = {}): NodeListener {
  const originOf = resolveOrigin(options.origin);
  return async (incoming, outgoing) => {
    if (isBodyConsumed(incoming)) return sendError(outgoing, 500, "BODY_ALREADY_READ", bodyConsumedMessage);
    const origin = originOf(incoming);
    const target = origin === null ? null : targetOf(incoming, origin);
    if (origin === null || target === null) return sendBadRequest(outgoing);
    const request = new NodeRequest(incoming, outgoing, origin, target);
    // Looked up for each request, because an app can replace the handler, for example in a test.
    const { exchange } = auth.handler as { readonly exchange?: Exchange };
    try {
      if (exchange && request.isOrdinary) {
        const reply = await exchange(request);
        await sendReply(reply, outgoing, request.isPartlyRead);
      } else {
        const webRequest = tryToRequest(request);
        if (!webRequest) return sendBadRequest(outgoing);
        const response = await auth.handler(webRequest, { remoteAddress: request.remoteAddress });
        await sendResponse(response, outgoing, request.isPartlyRead);
      }
    } catch (error) {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
      throw error;
    }
  };
}

/** Returns `null` for a method that fetch forbids (TRACE), or an invalid header value. */
function tryToRequest(request: NodeRequest): Request | null {
  try {
    return request.toRequest();
  } catch {
    return null;
  }
}

const bodyConsumedMessage =
  "Something read the request's body before the handler did. Mount the handler before body parsers, in Fastify in a scope without them";

function sendBadRequest(outgoing: ServerResponse): void {
  sendError(outgoing, 400, "BAD_REQUEST", "Bad request");
}
