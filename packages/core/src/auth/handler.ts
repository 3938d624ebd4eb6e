/** The HTTP handler, which routes, rate-limits, checks, and runs requests. */

import { readBody } from "../http/body.ts";
import { AuthError, httpErrors } from "../http/errors.ts";
import { type Parameters, readQuery } from "../http/parameters.ts";
import { errorResponse, Reply } from "../http/reply.ts";
import { compileRouter, type Match, type Route } from "../http/router.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { methodsOf } from "../kernel/declaration.ts";
import { checkOrigin } from "../kernel/origin.ts";
import type { RateLimitRule } from "../kernel/settings.ts";
import { enforceRequestLimit, ruleFor } from "../rate-limits/limiter.ts";
import { allowOrigin, preflight } from "./cors.ts";
import { type CompiledEndpoint, runToResponse, toAuthError } from "./dispatch.ts";
import { createRequestScope, type RequestInfo } from "./request-scope.ts";
import { finishTrace, recordErrorCode, startTrace, traceStep } from "./trace.ts";

export type Handler = (request: Request, info?: RequestInfo) => Promise<Response>;

/** An endpoint as served over HTTP. */
interface HttpEndpoint {
  readonly compiled: CompiledEndpoint;
  readonly rule: RateLimitRule | null;
}

/** Compiles routes and rate limit rules once, so a request needs only a lookup. */
export function createHandler(kernel: AuthContext, endpoints: readonly CompiledEndpoint[]): Handler {
  const { settings } = kernel;
  const router = compileRouter(
    endpoints.filter(({ endpoint }) => !endpoint.serverOnly).flatMap((one) => routesOf(one, kernel)),
  );
  const handle = async (request: Request, info: RequestInfo): Promise<Response> => {
    const path = relativePath(settings.basePath, request.url);
    if (path === null) return notFound();
    if (request.method === "OPTIONS") return (await preflight(kernel, request)) ?? notFound();
    const match = router(request.method, path);
    const response = match ? await serve(kernel, match, request, info) : notFound();
    return request.headers.has("origin") ? allowOrigin(kernel, request, response) : response;
  };
  return async (request, info = {}) => {
    try {
      return await handle(request, info);
    } catch (error) {
      // Only functions of the app, such as `trustedOrigins`, can still throw here.
      kernel.log.error("A request failed", { error });
      return errorResponse(new AuthError("INTERNAL_SERVER_ERROR", httpErrors.INTERNAL_SERVER_ERROR), new Reply());
    }
  };
}

async function serve(
  kernel: AuthContext,
  { value: { compiled, rule }, params }: Match<HttpEndpoint>,
  request: Request,
  info: RequestInfo,
): Promise<Response> {
  const { context, finish } = createRequestScope(kernel, {
    compiled,
    request,
    headers: request.headers,
    isHttp: true,
    isServerCall: false,
    info,
  });
  const trace = startTrace(context);
  let raw: unknown;
  try {
    if (rule) await traceStep(trace, rateLimitStep, enforceRequestLimit(context, rule));
    if (request.method !== "GET") await traceStep(trace, originStep, checkOrigin(context, request, compiled.endpoint));
    raw = await rawInput(context, request, params);
  } catch (error) {
    const refused = recordErrorCode(context, toAuthError(error, context));
    return finishTrace(context, trace, errorResponse(refused, context.reply));
  }
  const response = await runToResponse(compiled, context, raw);
  finish(response.status < 400 ? "success" : "refusal");
  return finishTrace(context, trace, response);
}

const rateLimitStep = { kind: "rateLimit", name: "rateLimit" } as const;
const originStep = { kind: "origin", name: "origin" } as const;

/** Reads the raw input: the query of a GET or the body of a POST. Path parameters override both. */
async function rawInput(
  context: RequestContext,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<object> {
  if (request.method === "GET") return { ...readQuery(request.url), ...params };
  const { bodyLimit } = context.settings;
  const { acceptsForm, query, rawBody } = context.endpoint;
  if (rawBody) return params;
  const body = await readBody(request, { limit: bodyLimit, acceptsForm: acceptsForm === true });
  return { ...(query ? pick(readQuery(request.url), query) : {}), ...body, ...params };
}

function pick(values: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function routesOf(compiled: CompiledEndpoint, { settings }: AuthContext): Route<HttpEndpoint>[] {
  const rule = settings.rateLimit.enabled ? ruleFor(settings.rateLimit, compiled.endpoint, compiled.names.paths) : null;
  return methodsOf(compiled.endpoint).map((method) => ({
    method,
    path: compiled.endpoint.path,
    value: { compiled, rule },
  }));
}

/** Returns the path after the base path, without the query. `null` if the URL isn't under the base path. */
function relativePath(basePath: string, url: string): string | null {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1 || !url.startsWith(`${basePath}/`, start)) return null;
  const from = start + basePath.length;
  const query = url.indexOf("?", from);
  return query === -1 ? url.slice(from) : url.slice(from, query);
}

function notFound(): Response {
  return errorResponse(new AuthError("NOT_FOUND", httpErrors.NOT_FOUND), new Reply());
}
