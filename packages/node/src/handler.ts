/** A web-standard handler as a listener for Node's http, Express and Fastify. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { isBodyGone, toRequest } from "./request.ts";
import { sendResponse } from "./response.ts";
import { textResponse } from "./text-response.ts";

/** What the handler is told beside the request. */
export interface HandlerInfo {
  readonly remoteAddress?: string | undefined;
  /** Makes an answer that is sent without a stream around its text. Read as any other it is a `Response`. */
  readonly respond?: ((text: string, init: ResponseInit) => Response) | undefined;
}

/** What is mounted: anything with a web-standard handler, `createAuth`'s result above all. */
export interface WebHandler {
  handler(request: Request, info?: HandlerInfo): Promise<Response>;
}

/** A listener for `http.createServer` and a handler for Express' `app.all`. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** How a handler is mounted in a Node server. */
export interface NodeHandlerOptions {
  /**
   * Scheme and host that requests are taken to have come to, such as `https://example.com`. Give it where the server
   * stands behind a proxy and `createAuth` has no `baseURL`. Default: `http` or `https` by the socket, and the `Host`
   * header.
   */
  readonly origin?: string;
}

/**
 * Turns a handler into a Node listener. Mount it before any body parser: a parsed body is taken as well, but raw bytes,
 * which signatures of webhooks need, are gone then.
 *
 * The address of the socket is handed on; forwarded headers are judged by `createAuth`'s `trustedProxies`.
 *
 * @example http.createServer(toNodeHandler(auth)).listen(3000)
 * @example app.all("/api/auth/*splat", toNodeHandler(auth)) // Express 5
 */
export function toNodeHandler(auth: WebHandler, options: NodeHandlerOptions = {}): NodeListener {
  return async (incoming, outgoing) => {
    if (isBodyGone(incoming)) return refuse(outgoing, 500, "BODY_ALREADY_READ", bodyGone);
    const request = toRequest(incoming, outgoing, options.origin);
    if (!request) return refuse(outgoing, 400, "BAD_REQUEST", "Bad request");
    try {
      const info = { remoteAddress: incoming.socket.remoteAddress, respond: textResponse };
      await sendResponse(await auth.handler(request, info), outgoing);
    } catch (error) {
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
      throw error;
    }
  };
}

const bodyGone =
  "Something read the request's body before the handler did. Mount the handler before body parsers, in Fastify in a scope without them";

function refuse(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ code, message }));
}
