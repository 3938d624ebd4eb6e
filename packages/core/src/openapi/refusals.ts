/** What an endpoint can refuse, by status: its own catalogue, its guards', the plugins', and what comes with HTTP. */

import { type ErrorCatalogue, type HttpErrorCode, httpErrors } from "../http/errors.ts";
import { namesOf } from "../plugin/aliases.ts";
import type { AuthContext } from "../plugin/context.ts";
import type { Endpoint } from "../plugin/endpoint.ts";
import { hooksFor } from "../plugin/endpoint-hooks.ts";
import type { Plugin } from "../plugin/plugin.ts";
import type { InputKeys } from "./inputs.ts";
import type { JsonSchema, Reference, ResponseObject } from "./types.ts";

/** What plugins refuse in an endpoint: at its moments, and in the hooks that stand around it. */
export function refusalsOfPlugins(
  plugins: readonly Plugin[],
  endpoint: Endpoint,
  ids: readonly string[],
): ErrorCatalogue {
  const hooks = plugins.flatMap((plugin) => hooksFor(plugin.hooks ?? [], endpoint, ids));
  return Object.assign(
    {},
    ...plugins.map(({ refusals }) => momentsOf(endpoint, refusals)),
    ...hooks.map(({ errors }) => errors ?? {}),
  );
}

/** Every error that an endpoint declares: its own, its guards', and those that plugins add. By its id in `auth.api`. */
export function endpointErrors({ extensions: { plugins, endpoints } }: AuthContext, id: string): ErrorCatalogue {
  const endpoint = endpoints[id];
  if (!endpoint) return {};
  return {
    ...Object.assign({}, ...endpoint.guards.map(({ errors }) => errors ?? {})),
    ...refusalsOfPlugins(plugins, endpoint, namesOf(endpoints, endpoint).ids),
    ...endpoint.errors,
  };
}

/**
 * The endpoint's refusals as answers by status.
 * @param ofPlugins see {@link refusalsOfPlugins}
 */
export function refusalsOf(
  endpoint: Endpoint,
  method: "GET" | "POST",
  keys: InputKeys,
  ofPlugins: ErrorCatalogue,
  isLimited: boolean,
): Record<string, ResponseObject | Reference> {
  const all: Record<string, ErrorCatalogue[string]> = {
    ...pick(httpCodes(endpoint, method, keys)),
    ...Object.assign({}, ...endpoint.guards.map(({ errors }) => errors ?? {})),
    ...ofPlugins,
    ...endpoint.errors,
  };
  const byStatus = new Map<number, string[]>();
  for (const [code, { status }] of Object.entries(all)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const shared = Object.entries(sharedResponses).filter(([name]) => appliesTo(name, method, isLimited));
  return {
    ...Object.fromEntries(
      shared.map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }] as const),
    ),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        refusal([...codes, ...shared.filter(([, one]) => one.status === status).map(([, { code }]) => code)]),
      ]),
    ),
  };
}

/** Answers that many endpoints have and that say the same everywhere, for `components`. */
export function sharedRefusals(): Record<string, ResponseObject> {
  return Object.fromEntries(Object.entries(sharedResponses).map(([name, { code }]) => [name, refusal([code])]));
}

/** The schema of every refusal's body, for `components`. */
export const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    code: { type: "string", description: "What is wrong, for programs." },
    message: { type: "string", description: "What is wrong, for people." },
    issues: {
      type: "array",
      description: "Of VALIDATION_ERROR: which fields, and why.",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["message"],
      },
    },
    proof: {
      type: "array",
      description: "Of SESSION_NOT_FRESH: what would make the session fresh again.",
      items: { type: "string" },
    },
  },
  required: ["code", "message"],
};

const sharedResponses = {
  PayloadTooLarge: { status: 413, code: "PAYLOAD_TOO_LARGE" },
  UnsupportedMediaType: { status: 415, code: "UNSUPPORTED_MEDIA_TYPE" },
  TooManyRequests: { status: 429, code: "TOO_MANY_REQUESTS" },
  InternalServerError: { status: 500, code: "INTERNAL_SERVER_ERROR" },
  ServiceUnavailable: { status: 503, code: "SERVICE_UNAVAILABLE" },
} as const;

function appliesTo(name: string, method: "GET" | "POST", isLimited: boolean): boolean {
  if (name === "TooManyRequests") return isLimited;
  return method === "POST" || !["PayloadTooLarge", "UnsupportedMediaType"].includes(name);
}

function refusal(codes: readonly string[]): ResponseObject {
  const code = { type: "string", enum: [...new Set(codes)].sort() };
  const schema = {
    allOf: [{ $ref: "#/components/schemas/Error" }, { type: "object", properties: { code }, required: ["code"] }],
  };
  return { description: code.enum.join(", "), content: { "application/json": { schema } } };
}

const redirectFields: Readonly<Record<string, HttpErrorCode>> = {
  callbackURL: "INVALID_CALLBACK_URL",
  redirectTo: "INVALID_REDIRECT_URL",
  errorCallbackURL: "INVALID_ERROR_CALLBACK_URL",
  newUserCallbackURL: "INVALID_NEW_USER_CALLBACK_URL",
};

function httpCodes(endpoint: Endpoint, method: "GET" | "POST", { properties }: InputKeys): HttpErrorCode[] {
  const posts = method === "POST";
  const checksOrigin = posts && endpoint.origin !== "exempt";
  const targets = Object.keys(properties).flatMap((name) => redirectFields[name] ?? []);
  return [
    ...(endpoint.input || (posts && !endpoint.rawBody) ? (["VALIDATION_ERROR"] as const) : []),
    ...(posts ? (["BAD_REQUEST"] as const) : []),
    ...(checksOrigin ? (["INVALID_ORIGIN", "MISSING_OR_NULL_ORIGIN"] as const) : []),
    ...(checksOrigin && (endpoint.origin === "always" || endpoint.form)
      ? (["CROSS_SITE_NAVIGATION_LOGIN_BLOCKED"] as const)
      : []),
    ...targets,
  ];
}

function pick(codes: readonly HttpErrorCode[]): ErrorCatalogue {
  return Object.fromEntries(codes.map((code) => [code, httpErrors[code]]));
}

function momentsOf({ moments = [] }: Endpoint, refusals: Plugin["refusals"] = {}): ErrorCatalogue {
  return Object.assign({}, ...moments.map((moment) => refusals[moment] ?? {}));
}
