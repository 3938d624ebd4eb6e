/** Makes the context of one request or one server-side call. */

import { clientAddress } from "../http/client-address.ts";
import { Reply, type Respond } from "../http/reply.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import type { CompiledEndpoint } from "../plugin/dispatch.ts";

/** What a server knows of a request beyond the request itself. */
export interface RequestInfo {
  /** Address of the peer: the socket's remote address. */
  readonly remoteAddress?: string | undefined;
  /** Keeps a worker alive for work that goes on after the answer. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** Makes JSON answers, for a server that can send text without a stream around it. Default: `new Response`. */
  readonly respond?: Respond | undefined;
}

export interface RequestParts {
  readonly compiled: CompiledEndpoint;
  readonly request: Request | null;
  readonly headers: Headers;
  readonly overHttp: boolean;
  readonly byApp: boolean;
  readonly info: RequestInfo;
}

export type Outcome = "success" | "refusal";

/** A request's context, and the work it leaves for after the answer. */
export interface OpenRequest {
  readonly context: RequestContext;
  /** Starts what the handler left to do after this outcome. */
  finish(outcome: Outcome): void;
}

export function openRequest(kernel: AuthContext, parts: RequestParts): OpenRequest {
  const { compiled, request, headers, overHttp, byApp, info } = parts;
  const later: [Outcome | "any", () => Promise<unknown> | undefined][] = [];
  const background = (name: string, work: Promise<unknown>): void => {
    const settled = work.catch((error: unknown) => kernel.log.error(`${name} failed after the answer`, { error }));
    info.waitUntil?.(settled);
  };
  let address: { readonly is: string | null } | null = null;
  const context: RequestContext = {
    ...kernel,
    request,
    headers,
    endpointId: compiled.names.ids[0] ?? compiled.id,
    endpoint: compiled.endpoint,
    overHttp,
    byApp,
    origin: kernel.settings.origin ?? (request ? originOf(request.url) : "http://localhost"),
    get clientAddress() {
      // Few ask, and reading an IPv6 address takes a while.
      address ??= { is: clientAddress(info.remoteAddress, headers, kernel.settings.address) };
      return address.is;
    },
    reply: new Reply(info.respond),
    memo: new Map(),
    background,
    afterSuccess: (work) => void later.push(["success", work]),
    afterAnswer: (work) => void later.push(["any", work]),
  };
  const finish = (outcome: Outcome): void => {
    for (const [wanted, work] of later) {
      const running = wanted === outcome || wanted === "any" ? work() : undefined;
      if (running) background(compiled.id, running);
    }
  };
  return { context, finish };
}

/** Scheme and host of an absolute URL, which a `Request`'s is. */
export function originOf(url: string): string {
  const end = url.indexOf("/", url.indexOf("//") + 2);
  return end === -1 ? url : url.slice(0, end);
}
