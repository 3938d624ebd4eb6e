/** Creates an app's OpenAPI document from its endpoints. */

import type { AuthContext } from "../kernel/context.ts";
import type { DeclaredEndpoint, HttpMethod } from "../kernel/declaration.ts";
import { methodsOf } from "../kernel/declaration.ts";
import { endpointNames } from "../kernel/endpoint-names.ts";
import type { RateLimitRule } from "../kernel/settings.ts";
import { ruleFor } from "../rate-limits/limiter.ts";
import { sessionCookies } from "../sessions/cookie-names.ts";
import { anything, either } from "../shapes/shape.ts";
import { errorResponses, errorSchema, pluginErrors, sharedErrorResponses } from "./errors.ts";
import { inputKeys, requestParts, toPathTemplate } from "./inputs.ts";
import { modelSchemas, outputSchema } from "./schemas.ts";
import type { OpenApiDocument, Operation, PathItem, ResponseObject } from "./types.ts";

/** Options for the document's `info` object. */
export interface OpenApiOptions {
  /** The API's title. Default: the app's name. */
  readonly title?: string;
  /** The version of the app's API. Default: `1.0.0`. */
  readonly version?: string;
}

/**
 * Creates an OpenAPI 3.1 document of everything that an app's handler serves: the endpoints of core and plugins, with
 * their inputs, responses, errors, guards, and rate limits. Omits server-only calls.
 *
 * Creates a new document on each call, without database queries.
 *
 * @param auth the result of `createAuth`
 */
export function openApiDocument(
  auth: { readonly $context: AuthContext },
  options: OpenApiOptions = {},
): OpenApiDocument {
  const { settings, extensions } = auth.$context;
  const { plugins } = extensions;
  const paths: Record<string, PathItem> = {};
  const tags = new Set<string>();
  for (const { id: tag, endpoints = {} } of plugins) {
    for (const id of Object.keys(endpoints)) {
      const endpoint = extensions.endpoints[id];
      if (!endpoint || endpoint.serverOnly) continue;
      tags.add(tag);
      const path = toPathTemplate(endpoint.path.replace("{basePath}", settings.basePath));
      const servers = endpoint.atRoot ? { servers: [{ url: settings.origin ?? "/" }] } : {};
      paths[path] = { ...paths[path], ...servers, ...operationsOf(auth.$context, tag, id, endpoint) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: options.title ?? settings.appName,
      version: options.version ?? "1.0.0",
      description: "Sign-up, sign-in, sessions, and account management. Every error has a code and a message.",
    },
    servers: [{ url: `${settings.origin ?? ""}${settings.basePath}` }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...modelSchemas(settings.fields) },
      responses: sharedErrorResponses(),
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: settings.cookie(sessionCookies.token).name },
        bearer: { type: "http", scheme: "bearer", description: "The session's token, for clients without cookies." },
      },
    },
  };
}

function operationsOf(context: AuthContext, tag: string, id: string, endpoint: DeclaredEndpoint): PathItem {
  const [first, ...further] = methodsOf(endpoint);
  return Object.fromEntries(
    [first, ...further].flatMap((method) => {
      if (method === undefined) return [];
      const operationId = method === first ? id : `${id}${method.charAt(0)}${method.slice(1).toLowerCase()}`;
      return [[method.toLowerCase(), operationOf(context, { tag, operationId, method }, endpoint)]];
    }),
  );
}

interface OperationKey {
  readonly tag: string;
  readonly operationId: string;
  readonly method: HttpMethod;
}

function operationOf(
  context: AuthContext,
  { tag, operationId, method }: OperationKey,
  endpoint: DeclaredEndpoint,
): Operation {
  const { settings, extensions } = context;
  const keys = inputKeys(endpoint, settings.fields.user);
  const names = endpointNames(extensions.endpoints)(endpoint);
  const rule = ruleFor(settings.rateLimit, endpoint, names.paths);
  const addedByPlugins = pluginErrors(extensions.plugins, endpoint, names.ids);
  const errors = errorResponses(endpoint, method, keys, addedByPlugins, rule !== null);
  return {
    operationId,
    ...(endpoint.summary === undefined ? {} : { summary: endpoint.summary }),
    description: describeOperation(endpoint, method, rule),
    tags: [tag],
    ...(needsSession(endpoint) ? { security: [{ cookie: [] }, { bearer: [] }] } : {}),
    ...requestParts(endpoint, method, keys),
    responses: { ...successResponses(context, tag, endpoint, method), ...errors },
    "x-guards": endpoint.guards.map(({ name, summary }) => ({ name, ...(summary === undefined ? {} : { summary }) })),
    "x-rate-limit": rule && { window: rule.window, max: rule.max },
    ...(endpoint.queryBudget === undefined ? {} : { "x-query-budget": endpoint.queryBudget }),
  };
}

/** A guard that can fail with `UNAUTHORIZED` requires a session. */
function needsSession({ guards }: DeclaredEndpoint): boolean {
  return guards.some(({ errors }) => errors !== undefined && Object.hasOwn(errors, "UNAUTHORIZED"));
}

function successResponses(
  { settings, extensions }: AuthContext,
  tag: string,
  { output = anything, stages, acceptsForm }: DeclaredEndpoint,
  method: HttpMethod,
): Record<string, ResponseObject> {
  const isSignIn = stages?.includes("signIn") ?? false;
  const challenges = isSignIn
    ? // A plugin doesn't challenge users in its own endpoints.
      extensions.plugins.flatMap(({ id, challenge }) => (id === tag ? [] : (challenge ?? [])))
    : [];
  const { json, redirects, isPage, files } = outputSchema(either(output, ...challenges), settings.fields);
  const content = {
    ...(json ? { "application/json": { schema: json } } : {}),
    ...(isPage ? { "text/html": { schema: { type: "string" } } } : {}),
    ...Object.fromEntries(files.map((type) => [type, { schema: { type: "string" } }])),
  };
  const cookie = isSignIn && {
    "Set-Cookie": {
      description: `Sets the ${settings.cookie(sessionCookies.token).name} cookie if a session is created.`,
      schema: { type: "string" },
    },
  };
  const location = { Location: { description: "The URL to redirect to", schema: { type: "string" } } };
  const redirect = { description: "Redirects the browser", headers: { ...location, ...cookie } };
  return {
    ...(json || isPage || files.length > 0
      ? { 200: { description: "Done", ...(cookie ? { headers: cookie } : {}), content } }
      : {}),
    ...(redirects ? { 302: redirect } : {}),
    // The response to a form can be a redirect that always becomes a GET.
    ...(redirects && acceptsForm && method === "POST" ? { 303: redirect } : {}),
  };
}

function describeOperation(endpoint: DeclaredEndpoint, method: HttpMethod, rule: RateLimitRule | null): string {
  const { guards, originCheck, aliasOf, stages = [] } = endpoint;
  const sentences = [
    aliasOf === undefined ? null : `Another name for ${aliasOf}.`,
    ...guards.map(({ name, summary }) => summary ?? `Requires ${name}.`),
    stages.includes("signIn") ? "Gates run before a session is created." : null,
    method === "GET" || method === "HEAD" ? null : originWords[originCheck ?? "cookies"],
    rule ? `Each client can send ${rule.max} requests every ${rule.window} seconds.` : "This call has no rate limit.",
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

const originWords = {
  cookies: "Browser requests with cookies must come from a trusted origin.",
  always: "Browser requests must come from a trusted origin, with or without cookies.",
  exempt: null,
} as const;
