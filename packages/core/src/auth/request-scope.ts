/** The context of a request or server call. */

import { clientAddress } from "../http/client-address.ts";
import { RequestCookies } from "../http/cookies.ts";
import type { CallSource } from "../http/exchange.ts";
import { type Outcome, Reply } from "../http/reply.ts";
import { originOf } from "../http/web.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import type { CompiledEndpoint } from "./dispatch.ts";

interface Deferred {
  readonly on: Outcome | "any";
  readonly work: () => Promise<unknown> | undefined;
}

/**
 * The kernel plus one request. Every request creates one, so it's a class: an object that spreads the kernel and has
 * its own functions costs more. Fields that few endpoints use are created on first read.
 */
export class RequestScope implements RequestContext {
  readonly db: AuthContext["db"];
  readonly now: AuthContext["now"];
  readonly random: AuthContext["random"];
  readonly log: AuthContext["log"];
  readonly keys: AuthContext["keys"];
  readonly passwords: AuthContext["passwords"];
  readonly fetch: AuthContext["fetch"];
  readonly publicFetch: AuthContext["publicFetch"];
  readonly resolveTxt: AuthContext["resolveTxt"];
  readonly settings: AuthContext["settings"];
  readonly extensions: AuthContext["extensions"];
  readonly scheduleOutbox: AuthContext["scheduleOutbox"];
  readonly counter: AuthContext["counter"];
  readonly capabilities: AuthContext["capabilities"];
  readonly copies: AuthContext["copies"];
  readonly presenters: AuthContext["presenters"];
  readonly verifiedCopies: AuthContext["verifiedCopies"];
  readonly appCache: AuthContext["appCache"];
  readonly endpointId: string;
  readonly endpoint: RequestContext["endpoint"];
  readonly isHttp: boolean;
  readonly isServerCall: boolean;
  readonly reply: Reply = new Reply();
  loadedSession: RequestContext["loadedSession"] = null;
  rawInput: unknown = null;
  continuation: string | null = null;
  readonly #source: CallSource;
  #cookies: RequestCookies | null = null;
  #clientAddress: string | null | undefined;
  #requestCache: Map<symbol, unknown> | null = null;
  #deferred: Deferred[] | null = null;

  constructor(
    kernel: AuthContext,
    { endpoint, id, names }: CompiledEndpoint,
    source: CallSource,
    kind: { readonly isHttp: boolean; readonly isServerCall: boolean },
  ) {
    this.db = kernel.db;
    this.now = kernel.now;
    this.random = kernel.random;
    this.log = kernel.log;
    this.keys = kernel.keys;
    this.passwords = kernel.passwords;
    this.fetch = kernel.fetch;
    this.publicFetch = kernel.publicFetch;
    this.resolveTxt = kernel.resolveTxt;
    this.settings = kernel.settings;
    this.extensions = kernel.extensions;
    this.scheduleOutbox = kernel.scheduleOutbox;
    this.counter = kernel.counter;
    this.capabilities = kernel.capabilities;
    this.copies = kernel.copies;
    this.presenters = kernel.presenters;
    this.verifiedCopies = kernel.verifiedCopies;
    this.appCache = kernel.appCache;
    this.endpointId = names.ids[0] ?? id;
    this.endpoint = endpoint;
    this.isHttp = kind.isHttp;
    this.isServerCall = kind.isServerCall;
    this.#source = source;
  }

  get method(): string | null {
    return this.#source.method;
  }

  header(name: string): string | null {
    return this.#source.header(name);
  }

  get request(): Request | null {
    return this.#source.toRequest();
  }

  get headers(): Headers {
    return this.#source.toHeaders();
  }

  get origin(): string {
    return this.settings.origin ?? this.#source.origin ?? "http://localhost";
  }

  get clientAddress(): string | null {
    // Cached, because parsing an IPv6 address is slow.
    if (this.#clientAddress === undefined) {
      this.#clientAddress = clientAddress(this.#source.remoteAddress, this.#source, this.settings.proxies);
    }
    return this.#clientAddress;
  }

  get cookies(): RequestCookies {
    this.#cookies ??= new RequestCookies(this.#source.header("cookie"));
    return this.#cookies;
  }

  get requestCache(): Map<symbol, unknown> {
    this.#requestCache ??= new Map();
    return this.#requestCache;
  }

  background(name: string, work: Promise<unknown>): void {
    const settled = work.catch((error: unknown) => this.log.error(`${name} failed after the response`, { error }));
    this.#source.waitUntil?.(settled);
  }

  afterSuccess(work: Deferred["work"]): void {
    this.#defer({ on: "success", work });
  }

  afterResponse(work: Deferred["work"]): void {
    this.#defer({ on: "any", work });
  }

  #defer(deferred: Deferred): void {
    this.#deferred ??= [];
    this.#deferred.push(deferred);
  }

  /** Starts the deferred work for this outcome. */
  finish(outcome: Outcome): void {
    if (!this.#deferred) return;
    for (const { on, work } of this.#deferred) {
      const running = on === outcome || on === "any" ? work() : undefined;
      if (running) this.background(this.endpointId, running);
    }
  }
}

/**
 * A server call's headers and request, either of which can be missing. The given headers take precedence over the
 * request's.
 */
export function callSource(
  request: Request | null,
  getHeaders: () => Headers,
  waitUntil: CallSource["waitUntil"],
): CallSource {
  let headers: Headers | null = null;
  const toHeaders = (): Headers => {
    headers ??= getHeaders();
    return headers;
  };
  return {
    method: request?.method ?? null,
    origin: request && originOf(request.url),
    header: (name) => toHeaders().get(name),
    toHeaders,
    toRequest: () => request,
    waitUntil,
  };
}
