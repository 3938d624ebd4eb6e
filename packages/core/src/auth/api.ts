/** Builds `auth.api`: endpoints as server-side functions, with the same guards and rules but without HTTP. */

import type { CallHeaders, CallResult } from "../http/call.ts";
import { AuthError } from "../http/errors.ts";
import { errorResponse } from "../http/reply.ts";
import { toWebResponse } from "../http/web.ts";
import type { AuthContext } from "../kernel/context.ts";
import type { BetterAuthAliases } from "./calls.ts";
import { type CompiledEndpoint, runEndpoint, toResponse } from "./dispatch.ts";
import { callSource, RequestScope } from "./request-scope.ts";

interface CallInput {
  readonly body?: object;
  readonly query?: object;
  readonly params?: object;
  readonly headers?: CallHeaders;
  readonly request?: Request;
  readonly waitUntil?: (work: Promise<unknown>) => void;
  readonly asResponse?: boolean;
  readonly returnHeaders?: boolean;
}

const betterAuthAliases: BetterAuthAliases = {
  listUserAccounts: "listAccounts",
  linkSocialAccount: "linkSocial",
  requestPasswordResetCallback: "resetPasswordCallback",
  error: "errorPage",
};

/**
 * Returns a function for each endpoint by id. Plugins with an `apiName` also have their endpoints grouped under it.
 * @throws {Error} if a plugin's `apiName` is already the name of an endpoint or another plugin
 */
export function createApi(kernel: AuthContext, endpoints: readonly CompiledEndpoint[]): Record<string, unknown> {
  const calls = new Map(endpoints.map((compiled) => [compiled.id, createCall(kernel, compiled)]));
  const api: Record<string, unknown> = Object.fromEntries(calls);
  for (const [name, id] of Object.entries<string>({ ...betterAuthAliases })) {
    if (Object.hasOwn(api, id) && !Object.hasOwn(api, name)) api[name] = api[id];
  }
  for (const { id, apiName, endpoints: pluginEndpoints = {} } of kernel.extensions.plugins) {
    if (apiName === undefined) continue;
    if (Object.hasOwn(api, apiName))
      throw new Error(
        `plugins: "${id}" has the apiName "${apiName}", which another endpoint already has. Rename one of them.`,
      );
    api[apiName] = Object.fromEntries([...calls].filter(([name]) => Object.hasOwn(pluginEndpoints, name)));
  }
  return api;
}

function createCall(kernel: AuthContext, compiled: CompiledEndpoint): unknown {
  const createScope = ({ headers, request, waitUntil }: CallInput): RequestScope => {
    const getHeaders = (): Headers => toHeaders(headers) ?? request?.headers ?? new Headers();
    // Empty headers count as a request from a client that sent none.
    const isServerCall = !request && !headers;
    return new RequestScope(kernel, compiled, callSource(request ?? null, getHeaders, waitUntil), {
      isHttp: false,
      isServerCall,
    });
  };
  const inputOf = ({ body, query, params }: CallInput): object => ({ ...query, ...body, ...params });

  const call = async (input: CallInput = {}): Promise<unknown> => {
    if (input.asResponse) return response(input);
    const context = createScope(input);
    const output = await runDeferredWork(context, runEndpoint(compiled, context, inputOf(input)));
    return input.returnHeaders ? { headers: context.reply.toHeaders(), response: output } : output;
  };
  const response = async (input: CallInput = {}): Promise<Response> => {
    const context = createScope(input);
    try {
      const output = await runDeferredWork(context, runEndpoint(compiled, context, inputOf(input)));
      return toWebResponse(toResponse(output, context));
    } catch (error) {
      if (error instanceof AuthError)
        return toWebResponse(errorResponse(error, context.reply, context.endpoint.errorFormat));
      throw error;
    }
  };
  const result = async (input: CallInput = {}): Promise<CallResult<unknown>> => {
    const context = createScope(input);
    const { reply } = context;
    try {
      const data = await runDeferredWork(context, runEndpoint(compiled, context, inputOf(input)));
      return { data, error: null, headers: reply.toHeaders(), cookies: reply.cookies() };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return { data: null, error, headers: reply.toHeaders("error"), cookies: reply.cookies("error") };
    }
  };
  return Object.assign(call, { response, result });
}

/** Starts the deferred work for this outcome once it's known. */
async function runDeferredWork(context: RequestScope, running: Promise<unknown>): Promise<unknown> {
  try {
    const output = await running;
    context.finish("success");
    return output;
  } catch (error) {
    context.finish("error");
    throw error;
  }
}

/** Converts a framework's headers to a `Headers` object. */
function toHeaders(given: CallHeaders | undefined): Headers | undefined {
  if (given === undefined || given instanceof Headers) return given;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name.startsWith(":")) continue;
    headers.set(name, typeof value === "string" ? value : value.join(name.toLowerCase() === "cookie" ? "; " : ", "));
  }
  return headers;
}
