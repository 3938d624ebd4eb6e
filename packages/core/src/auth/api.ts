/** Endpoints as server-side functions: same guards, same rules, no HTTP. */

import type { CallHeaders, CallResult } from "../http/call.ts";
import { AuthError } from "../http/errors.ts";
import { errorResponse } from "../http/reply.ts";
import type { AuthContext } from "../plugin/context.ts";
import { type CompiledEndpoint, run, toResponse } from "../plugin/dispatch.ts";
import type { OtherNames } from "./calls.ts";
import { type OpenRequest, openRequest } from "./request.ts";

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

const otherNames: OtherNames = {
  listUserAccounts: "listAccounts",
  linkSocialAccount: "linkSocial",
  requestPasswordResetCallback: "resetPasswordCallback",
  error: "errorPage",
};

/**
 * All endpoints by id, each as a function, and once more below the names that plugins give to theirs.
 * @throws {Error} a plugin's `apiName` is an endpoint's id
 */
export function createApi(kernel: AuthContext, endpoints: readonly CompiledEndpoint[]): Record<string, unknown> {
  const calls = new Map(endpoints.map((compiled) => [compiled.id, createCall(kernel, compiled)]));
  const api: Record<string, unknown> = Object.fromEntries(calls);
  for (const [name, id] of Object.entries<string>({ ...otherNames })) {
    if (Object.hasOwn(api, id) && !Object.hasOwn(api, name)) api[name] = api[id];
  }
  for (const { id, apiName, endpoints: own = {} } of kernel.extensions.plugins) {
    if (apiName === undefined) continue;
    if (Object.hasOwn(api, apiName)) throw new Error(`plugins: the apiName of "${id}" is there already: "${apiName}".`);
    api[apiName] = Object.fromEntries([...calls].filter(([name]) => Object.hasOwn(own, name)));
  }
  return api;
}

function createCall(kernel: AuthContext, compiled: CompiledEndpoint): unknown {
  const open = (input: CallInput): OpenRequest =>
    openRequest(kernel, {
      compiled,
      request: input.request ?? null,
      headers: toHeaders(input.headers) ?? input.request?.headers ?? new Headers(),
      overHttp: false,
      // Headers that are given and empty are those of a visitor who has none.
      byApp: !input.request && !input.headers,
      info: input.waitUntil ? { waitUntil: input.waitUntil } : {},
    });
  const inputOf = ({ body, query, params }: CallInput): object => ({ ...query, ...body, ...params });

  const call = async (input: CallInput = {}): Promise<unknown> => {
    if (input.asResponse) return response(input);
    const { context, finish } = open(input);
    const output = await ending(finish, run(compiled, context, inputOf(input)));
    if (!input.returnHeaders) return output;
    const headers = new Headers();
    context.reply.applyTo(headers);
    return { headers, response: output };
  };
  const response = async (input: CallInput = {}): Promise<Response> => {
    const { context, finish } = open(input);
    try {
      return toResponse(await ending(finish, run(compiled, context, inputOf(input))), context);
    } catch (error) {
      if (error instanceof AuthError) return errorResponse(error, context.reply);
      throw error;
    }
  };
  const result = async (input: CallInput = {}): Promise<CallResult<unknown>> => {
    const { context, finish } = open(input);
    const headers = new Headers();
    try {
      const data = await ending(finish, run(compiled, context, inputOf(input)));
      context.reply.applyTo(headers);
      return { data, error: null, headers, cookies: context.reply.cookies() };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      context.reply.applyTo(headers, "refusal");
      return { data: null, error, headers, cookies: context.reply.cookies("refusal") };
    }
  };
  return Object.assign(call, { response, result });
}

/** Starts what was left for after this outcome, once it is known. */
async function ending(finish: OpenRequest["finish"], running: Promise<unknown>): Promise<unknown> {
  try {
    const output = await running;
    finish("success");
    return output;
  } catch (error) {
    finish("refusal");
    throw error;
  }
}

/** Web-standard headers from whatever a framework hands over. */
function toHeaders(given: CallHeaders | undefined): Headers | undefined {
  if (given === undefined || given instanceof Headers) return given;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name.startsWith(":")) continue;
    headers.set(name, typeof value === "string" ? value : value.join(name.toLowerCase() === "cookie" ? "; " : ", "));
  }
  return headers;
}
