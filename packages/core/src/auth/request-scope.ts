/** Creates the context of a request or server call. */

import { clientAddress } from "../http/client-address.ts";
import { RequestCookies } from "../http/cookies.ts";
import { Reply, type Respond } from "../http/reply.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import type { CompiledEndpoint } from "./dispatch.ts";

/** What the server knows about a request besides its content. */
export interface RequestInfo {
  /** IP address of the peer: the socket's remote address. */
  readonly remoteAddress?: string | undefined;
  /** Keeps a worker alive for work after the response. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** Creates JSON responses, for servers that can send text without a stream. Default: `new Response`. */
  readonly respond?: Respond | undefined;
}

export interface RequestContextInput {
  readonly compiled: CompiledEndpoint;
  readonly request: Request | null;
  readonly headers: Headers;
  readonly isHttp: boolean;
  readonly isServerCall: boolean;
  readonly info: RequestInfo;
}

export type RequestOutcome = "success" | "refusal";

/** A request's context, and its work for after the response. */
export interface RequestScope {
  readonly context: RequestContext;
  /** Starts the deferred work for this outcome. */
  finish(outcome: RequestOutcome): void;
}

export function createRequestScope(kernel: AuthContext, parts: RequestContextInput): RequestScope {
  const { compiled, request, headers, isHttp, isServerCall, info } = parts;
  const deferred: [RequestOutcome | "any", () => Promise<unknown> | undefined][] = [];
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
    isHttp,
    isServerCall,
    origin: kernel.settings.origin ?? (request ? originOf(request.url) : "http://localhost"),
    get clientAddress() {
      // Computed on demand, because few endpoints use it and parsing an IPv6 address is slow.
      address ??= { is: clientAddress(info.remoteAddress, headers, kernel.settings.proxies) };
      return address.is;
    },
    reply: new Reply(info.respond),
    cookies: new RequestCookies(headers),
    loadedSession: null,
    requestCache: new Map(),
    background,
    afterSuccess: (work) => void deferred.push(["success", work]),
    afterResponse: (work) => void deferred.push(["any", work]),
  };
  const finish = (outcome: RequestOutcome): void => {
    for (const [wanted, work] of deferred) {
      const running = wanted === outcome || wanted === "any" ? work() : undefined;
      if (running) background(compiled.id, running);
    }
  };
  return { context, finish };
}

/** Returns the origin of an absolute URL. `Request` URLs always are absolute. */
export function originOf(url: string): string {
  const end = url.indexOf("/", url.indexOf("//") + 2);
  return end === -1 ? url : url.slice(0, end);
}
