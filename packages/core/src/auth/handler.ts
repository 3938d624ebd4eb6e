/** The request handler: route, limit, check, run, answer. */

import { readBody } from "../http/body.ts";
import { AuthError, httpErrors } from "../http/errors.ts";
import { type Parameters, readQuery } from "../http/parameters.ts";
import { errorResponse, Reply } from "../http/reply.ts";
import { compileRouter, type Match, type Route } from "../http/router.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { answer, asAuthError, type CompiledEndpoint } from "../plugin/dispatch.ts";
import { methodsOf } from "../plugin/endpoint.ts";
import { checkOrigin } from "../plugin/origin.ts";
import type { RateLimitRule } from "../plugin/settings.ts";
import { closeTrace, openTrace, refusal, traced } from "../plugin/trace.ts";
import { countRequest, ruleFor } from "../rate-limits/limiter.ts";
import { allowOrigin, preflight } from "./cors.ts";
import { openRequest, type RequestInfo } from "./request.ts";

export type Handler = (request: Request, info?: RequestInfo) => Promise<Response>;

/** An endpoint as it is reached over HTTP. */
interface HttpEndpoint {
  readonly compiled: CompiledEndpoint;
  readonly rule: RateLimitRule | null;
}

/** Compiles routes and rules; what is left per request is a look-up and the endpoint itself. */
export function createHandler(kernel: AuthContext, endpoints: readonly CompiledEndpoint[]): Handler {
  const { settings } = kernel;
  const router = compileRouter(
    endpoints.filter(({ endpoint }) => !endpoint.serverOnly).flatMap((one) => routesOf(one, kernel)),
  );
  const handle = async (request: Request, info: RequestInfo): Promise<Response> => {
    const path = pathUnder(settings.basePath, request.url);
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
      // Only functions of the app are left to throw here, such as `trustedOrigins`.
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
  const { context, finish } = openRequest(kernel, {
    compiled,
    request,
    headers: request.headers,
    overHttp: true,
    byApp: false,
    info,
  });
  const trace = openTrace(context);
  let raw: unknown;
  try {
    if (rule) await traced(trace, rateLimitStep, countRequest(context, rule));
    if (request.method !== "GET") await traced(trace, originStep, checkOrigin(context, request, compiled.endpoint));
    raw = await rawInput(context, request, params);
  } catch (error) {
    const refused = refusal(context, asAuthError(error, context));
    return closeTrace(context, trace, errorResponse(refused, context.reply));
  }
  const response = await answer(compiled, context, raw);
  finish(response.status < 400 ? "success" : "refusal");
  return closeTrace(context, trace, response);
}

const rateLimitStep = { kind: "rateLimit", name: "rateLimit" } as const;
const originStep = { kind: "origin", name: "origin" } as const;

/** The input as it came: query of a GET, body of a POST, path parameters over both. */
async function rawInput(
  context: RequestContext,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<object> {
  if (request.method === "GET") return { ...readQuery(request.url), ...params };
  const { bodyLimit } = context.settings;
  const { form, query, rawBody } = context.endpoint;
  if (rawBody) return params;
  const body = await readBody(request, { limit: bodyLimit, form: form === true });
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

/** The path behind the base path, without the query; `null` for what lies outside. */
function pathUnder(basePath: string, url: string): string | null {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start === -1 || !url.startsWith(`${basePath}/`, start)) return null;
  const from = start + basePath.length;
  const query = url.indexOf("?", from);
  return query === -1 ? url.slice(from) : url.slice(from, query);
}

function notFound(): Response {
  return errorResponse(new AuthError("NOT_FOUND", httpErrors.NOT_FOUND), new Reply());
}
