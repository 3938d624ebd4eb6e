/** Mounts a web-standard handler in Node's http server, Express, and Fastify. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { isBodyConsumed, toRequest } from "./request.ts";
import { sendResponse } from "./response.ts";
import { createTextResponses } from "./text-response.ts";

/** What the handler gets in addition to the request. */
export interface HandlerInfo {
  readonly remoteAddress?: string | undefined;
  /** Creates a response that is sent without a stream around its text. It can be read like any other `Response`. */
  readonly respond?: ((text: string, init: ResponseInit) => Response) | undefined;
}

/** What can be mounted: anything with a web-standard handler, such as the result of `createAuth`. */
export interface WebHandler {
  handler(request: Request, info?: HandlerInfo): Promise<Response>;
}

/** A listener for `http.createServer`, and a handler for Express' `app.all`. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Options for mounting a handler in a Node server. */
export interface NodeHandlerOptions {
  /**
   * Scheme and host of the app, such as `https://example.com`. Set it if the server is behind a proxy and `createAuth`
   * has no `baseURL`. Default: `http` or `https` depending on the socket, with the `Host` header.
   */
  readonly origin?: string;
}

/**
 * Turns a handler into a Node listener. Mount it before any body parser. A parsed body works too, but then the raw
 * bytes that webhook signatures need are gone.
 *
 * Passes on the socket's IP address. `createAuth`'s `trustedProxies` decides about forwarded headers.
 *
 * @example http.createServer(toNodeHandler(auth)).listen(3000)
 * @example app.all("/api/auth/*splat", toNodeHandler(auth)) // Express 5
 */
export function toNodeHandler(auth: WebHandler, options: NodeHandlerOptions = {}): NodeListener {
  const respond = createTextResponses();
  return async (incoming, outgoing) => {
    if (isBodyConsumed(incoming)) return sendError(outgoing, 500, "BODY_ALREADY_READ", bodyConsumedMessage);
    const request = toRequest(incoming, outgoing, options.origin);
    if (!request) return sendError(outgoing, 400, "BAD_REQUEST", "Bad request");
    try {
      const info = { remoteAddress: incoming.socket.remoteAddress, respond };
      await sendResponse(await auth.handler(request, info), outgoing);
    } catch (error) {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
      throw error;
    }
  };
}

const bodyConsumedMessage =
  "Something read the request's body before the handler did. Mount the handler before body parsers, in Fastify in a scope without them";

function sendError(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ code, message }));
}
