/** The HTTP handler, which routes, rate-limits, checks, and runs requests. */

import { readBody } from "../http/body.ts";
import { AuthError, httpErrors } from "../http/errors.ts";
import type { Exchange, Handler, HttpRequest, HttpResponse, RequestInfo } from "../http/exchange.ts";
import { type Parameters, readQuery } from "../http/parameters.ts";
import { errorResponse, Reply } from "../http/reply.ts";
import { compileRouter, type Match, type Route, type Router } from "../http/router.ts";
import { toWebResponse, WebRequest } from "../http/web.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { methodsOf } from "../kernel/declaration.ts";
import { checkOrigin } from "../kernel/origin.ts";
import type { RateLimitRule } from "../kernel/settings.ts";
import { enforceRequestLimit, ruleFor } from "../rate-limits/limiter.ts";
import { allowAnyOrigin, allowOrigin, anyOriginPreflight, preflight, withoutCookies } from "./cors.ts";
import { type CompiledEndpoint, runToResponse, toAuthError } from "./dispatch.ts";
import { RequestScope } from "./request-scope.ts";
import { finishTrace, recordErrorCode, startTrace, traceStep } from "./trace.ts";

/** An endpoint as served over HTTP. */
interface HttpEndpoint {
  readonly compiled: CompiledEndpoint;
  readonly rule: RateLimitRule | null;
}

/** The app's handler, and the part of it that serves paths outside of the base path. */
export interface CreatedHandlers {
  readonly handler: Handler;
  /** Returns `null` for a path that no plugin serves. */
  readonly wellKnownHandler: (request: Request, info?: RequestInfo) => Promise<Response | null>;
}

/** Wraps the app's exchange for web-standard requests. */
export function createHandlers(kernel: AuthContext, endpoints: readonly CompiledEndpoint[]): CreatedHandlers {
  const routers = compileRouters(kernel, endpoints);
  const exchange = createExchange(kernel, routers);
  const handle = async (request: Request, info?: RequestInfo): Promise<Response> =>
    toWebResponse(await exchange(new WebRequest(request, info)));
  return {
    handler: Object.assign(handle, { exchange }),
    async wellKnownHandler(request, info) {
      const path = relativePath("", new WebRequest(request).target);
      const isServed = path !== null && routers.atRoot !== null && allowsMethod(routers.atRoot, request, path);
      return isServed ? handle(request, info) : null;
    },
  };
}

interface Routers {
  readonly relative: Router<HttpEndpoint>;
  /** `null` if no endpoint is outside of the base path. */
  readonly atRoot: Router<HttpEndpoint> | null;
}

/** Compiles routes and rate limit rules once, so a request needs only a lookup. */
function compileRouters(kernel: AuthContext, endpoints: readonly CompiledEndpoint[]): Routers {
  const served = endpoints.filter(({ endpoint }) => !endpoint.serverOnly);
  const isAtRoot = ({ endpoint }: CompiledEndpoint): boolean => endpoint.atRoot === true;
  const routerOf = (routed: readonly CompiledEndpoint[]) =>
    compileRouter(routed.flatMap((endpoint) => routesOf(endpoint, kernel)));
  return {
    relative: routerOf(served.filter((endpoint) => !isAtRoot(endpoint))),
    atRoot: served.some(isAtRoot) ? routerOf(served.filter(isAtRoot)) : null,
  };
}

function createExchange(kernel: AuthContext, { relative, atRoot }: Routers): Exchange {
  const { basePath } = kernel.settings;
  return async (request) => {
    try {
      const isRootPath = atRoot !== null && request.target.startsWith("/.well-known/");
      const router = isRootPath ? atRoot : relative;
      const path = relativePath(isRootPath ? "" : basePath, request.target);
      if (path === null) return notFound();
      if (request.method === "OPTIONS") return await answerPreflight(kernel, router, request, path);
      const match = router(request.method, path);
      if (match?.value.compiled.endpoint.cors === "any-origin") {
        return allowAnyOrigin(await serve(kernel, match, withoutCookies(request)));
      }
      const response = match
        ? await serve(kernel, match, request)
        : notFound(hintAtMethod(router, request.method, path));
      const origin = request.header("origin");
      return origin === null ? response : await allowOrigin(kernel, request, origin, response);
    } catch (error) {
      // Only the app's own functions, such as `trustedOrigins`, and headers that can't be sent still throw here.
      kernel.log.error("A request failed", { error });
      return errorResponse(new AuthError("INTERNAL_SERVER_ERROR", httpErrors.INTERNAL_SERVER_ERROR), new Reply());
    }
  };
}

async function answerPreflight(
  kernel: AuthContext,
  router: Router<HttpEndpoint>,
  request: HttpRequest,
  path: string,
): Promise<HttpResponse> {
  const requestedMethod = request.header("access-control-request-method");
  const match = requestedMethod === null ? null : router(requestedMethod, path);
  if (match?.value.compiled.endpoint.cors === "any-origin") return anyOriginPreflight(match.value.compiled.endpoint);
  return (await preflight(kernel, request)) ?? notFound();
}

function allowsMethod(router: Router<HttpEndpoint>, { method, headers }: Request, path: string): boolean {
  const requestedMethod = method === "OPTIONS" ? (headers.get("access-control-request-method") ?? method) : method;
  return router(requestedMethod, path) !== null;
}

const overHttp = { isHttp: true, isServerCall: false } as const;

async function serve(
  kernel: AuthContext,
  { value: { compiled, rule }, params }: Match<HttpEndpoint>,
  request: HttpRequest,
): Promise<HttpResponse> {
  const context = new RequestScope(kernel, compiled, request, overHttp);
  const trace = startTrace(context);
  let raw: unknown;
  try {
    if (rule) await traceStep(trace, rateLimitStep, enforceRequestLimit(context, rule));
    if (request.method === "GET" || request.method === "HEAD") {
      raw = { ...readQuery(request.target), ...params };
    } else {
      await traceStep(trace, originStep, checkOrigin(context, compiled.endpoint));
      raw = await readInput(context, request, params);
    }
  } catch (error) {
    const refused = recordErrorCode(context, toAuthError(error, context));
    return finishTrace(context, trace, errorResponse(refused, context.reply, compiled.endpoint.errorFormat));
  }
  const response = await runToResponse(compiled, context, raw);
  context.finish(response.status < 400 ? "success" : "error");
  return finishTrace(context, trace, request.method === "HEAD" ? { ...response, body: null } : response);
}

const rateLimitStep = { kind: "rateLimit", name: "rateLimit" } as const;
const originStep = { kind: "origin", name: "origin" } as const;

/**
 * Reads the raw input of a request that can have a body: the body, the path's parameters, and the declared query
 * parameters.
 */
async function readInput(
  context: RequestContext,
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
): Promise<object> {
  const { acceptsForm, query, rawBody } = context.endpoint;
  if (rawBody) return params;
  const body = await readBody(request, { limit: context.settings.bodyLimit, acceptsForm: acceptsForm ?? false });
  return { ...(query ? pick(readQuery(request.target), query) : {}), ...body, ...params };
}

function pick(values: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function routesOf(compiled: CompiledEndpoint, { settings }: AuthContext): Route<HttpEndpoint>[] {
  const rule = settings.rateLimit.enabled ? ruleFor(settings.rateLimit, compiled.endpoint, compiled.names.paths) : null;
  return methodsOf(compiled.endpoint).map((method) => ({
    method,
    path: compiled.endpoint.path.replace("{basePath}", settings.basePath),
    value: { compiled, rule },
  }));
}

/** Returns the path after the base path, without the query. `null` if the target isn't under the base path. */
function relativePath(basePath: string, target: string): string | null {
  if (!target.startsWith(basePath) || target.charCodeAt(basePath.length) !== slash) return null;
  const query = target.indexOf("?", basePath.length);
  return query === -1 ? target.slice(basePath.length) : target.slice(basePath.length, query);
}

const slash = "/".charCodeAt(0);

function notFound(hint = ""): HttpResponse {
  const { status, message } = httpErrors.NOT_FOUND;
  return errorResponse(new AuthError("NOT_FOUND", { status, message: message + hint }), new Reply());
}

/**
 * Returns a hint if the path exists with the other method. By default, the client sends a call without fields as a GET.
 */
function hintAtMethod(router: Router<HttpEndpoint>, method: string, path: string): string {
  if (method === "GET" && router("POST", path)) {
    return '. This call is a POST. Add its client plugin, or set method: "POST".';
  }
  return method === "POST" && router("GET", path) ? ". This call is a GET." : "";
}
