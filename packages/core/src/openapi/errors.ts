/** The errors of an endpoint by status: its own, and those of its guards, plugins, and HTTP. */

import type { ErrorFormat } from "../http/error-format.ts";
import { type ErrorCatalog, type HttpErrorCode, httpErrors } from "../http/errors.ts";
import type { AuthContext } from "../kernel/context.ts";
import type { DeclaredEndpoint, HttpMethod, PluginDeclaration } from "../kernel/declaration.ts";
import { hooksFor } from "../kernel/declaration.ts";
import { endpointNames } from "../kernel/endpoint-names.ts";
import type { InputKeys } from "./inputs.ts";
import type { JsonSchema, Reference, ResponseObject } from "./types.ts";

/** The errors that plugins add to an endpoint, in its stages and in hooks around it. */
export function pluginErrors(
  plugins: readonly PluginDeclaration[],
  endpoint: DeclaredEndpoint,
  ids: readonly string[],
): ErrorCatalog {
  const hooks = plugins.flatMap((plugin) => hooksFor(plugin.hooks ?? [], endpoint, ids));
  return Object.assign(
    {},
    ...plugins.map(({ stageErrors }) => stageErrorsOf(endpoint, stageErrors)),
    ...hooks.map(({ errors }) => errors ?? {}),
  );
}

/**
 * Returns every error that an endpoint declares: its own, its guards', and those of plugins. Takes its id in
 * `auth.api`.
 */
export function endpointErrors({ extensions: { plugins, endpoints } }: AuthContext, id: string): ErrorCatalog {
  const endpoint = endpoints[id];
  if (!endpoint) return {};
  return {
    ...Object.assign({}, ...endpoint.guards.map(({ errors }) => errors ?? {})),
    ...pluginErrors(plugins, endpoint, endpointNames(endpoints)(endpoint).ids),
    ...endpoint.errors,
  };
}

/**
 * Returns the endpoint's errors as responses by status.
 *
 * @param addedByPlugins the result of {@link pluginErrors}
 */
export function errorResponses(
  endpoint: DeclaredEndpoint,
  method: HttpMethod,
  keys: InputKeys,
  addedByPlugins: ErrorCatalog,
  isLimited: boolean,
): Record<string, ResponseObject | Reference> {
  const all: Record<string, ErrorCatalog[string]> = {
    ...pick(httpCodes(endpoint, method, keys)),
    ...Object.assign({}, ...endpoint.guards.map(({ errors }) => errors ?? {})),
    ...addedByPlugins,
    ...endpoint.errors,
  };
  const byStatus = new Map<number, string[]>();
  for (const [code, { status }] of Object.entries(all)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  const shared = Object.entries(sharedResponses).filter(([name]) => appliesTo(name, method, isLimited));
  const { errorFormat } = endpoint;
  const describe = (codes: readonly string[]): ResponseObject =>
    errorFormat ? formattedResponse(codes, errorFormat) : errorResponse(codes);
  const reference = (name: string, code: string) =>
    errorFormat ? formattedResponse([code], errorFormat) : { $ref: `#/components/responses/${name}` };
  return {
    ...Object.fromEntries(shared.map(([name, { status, code }]) => [status, reference(name, code)] as const)),
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        describe([...codes, ...shared.filter(([, one]) => one.status === status).map(([, { code }]) => code)]),
      ]),
    ),
  };
}

/** Responses that many endpoints share unchanged, for `components`. */
export function sharedErrorResponses(): Record<string, ResponseObject> {
  return Object.fromEntries(Object.entries(sharedResponses).map(([name, { code }]) => [name, errorResponse([code])]));
}

/** The schema of an error's body, for `components`. */
export const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    code: { type: "string", description: "The error code, for programs." },
    message: { type: "string", description: "The error message, for people." },
    issues: {
      type: "array",
      description: "For VALIDATION_ERROR: the invalid fields, and what's wrong with them.",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["message"],
      },
    },
    proof: {
      type: "array",
      description: "For SESSION_NOT_FRESH: the factors that would make the session fresh again.",
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

function appliesTo(name: string, method: HttpMethod, isLimited: boolean): boolean {
  if (name === "TooManyRequests") return isLimited;
  return hasBody(method) || !["PayloadTooLarge", "UnsupportedMediaType"].includes(name);
}

function errorResponse(codes: readonly string[]): ResponseObject {
  const code = { type: "string", enum: [...new Set(codes)].sort() };
  const schema = {
    allOf: [{ $ref: "#/components/schemas/Error" }, { type: "object", properties: { code }, required: ["code"] }],
  };
  return { description: code.enum.join(", "), content: { "application/json": { schema } } };
}

const oauthErrorSchema: JsonSchema = {
  type: "object",
  properties: { error: { type: "string" }, error_description: { type: "string" } },
  required: ["error"],
};

/** For an endpoint with an `errorFormat`, which a standard prescribes. */
function formattedResponse(
  codes: readonly string[],
  { mediaType = "application/json", schema = oauthErrorSchema }: ErrorFormat,
): ResponseObject {
  return { description: [...new Set(codes)].sort().join(", "), content: { [mediaType]: { schema } } };
}

const redirectFields: Readonly<Record<string, HttpErrorCode>> = {
  callbackURL: "INVALID_CALLBACK_URL",
  redirectTo: "INVALID_REDIRECT_URL",
  errorCallbackURL: "INVALID_ERROR_CALLBACK_URL",
  newUserCallbackURL: "INVALID_NEW_USER_CALLBACK_URL",
};

function httpCodes(endpoint: DeclaredEndpoint, method: HttpMethod, { properties }: InputKeys): HttpErrorCode[] {
  const acceptsBody = hasBody(method);
  const checksOrigin = acceptsBody && endpoint.originCheck !== "exempt";
  const targets = Object.keys(properties).flatMap((name) => redirectFields[name] ?? []);
  return [
    ...(endpoint.input || (acceptsBody && !endpoint.rawBody) ? (["VALIDATION_ERROR"] as const) : []),
    ...(acceptsBody ? (["BAD_REQUEST"] as const) : []),
    ...(checksOrigin ? (["INVALID_ORIGIN", "MISSING_OR_NULL_ORIGIN"] as const) : []),
    ...(checksOrigin && (endpoint.originCheck === "always" || endpoint.acceptsForm)
      ? (["CROSS_SITE_NAVIGATION_LOGIN_BLOCKED"] as const)
      : []),
    ...targets,
  ];
}

function hasBody(method: HttpMethod): boolean {
  return method !== "GET" && method !== "HEAD";
}

function pick(codes: readonly HttpErrorCode[]): ErrorCatalog {
  return Object.fromEntries(codes.map((code) => [code, httpErrors[code]]));
}

function stageErrorsOf(
  { stages = [] }: DeclaredEndpoint,
  stageErrors: PluginDeclaration["stageErrors"] = {},
): ErrorCatalog {
  return Object.assign({}, ...stages.map((stage) => stageErrors[stage] ?? {}));
}
