/** The OpenAPI document of an app, read off what its endpoints declare. */

import { namesOf } from "../plugin/aliases.ts";
import type { AuthContext } from "../plugin/context.ts";
import { type Endpoint, methodsOf } from "../plugin/endpoint.ts";
import type { RateLimitRule } from "../plugin/settings.ts";
import { ruleFor } from "../rate-limits/limiter.ts";
import { anything, either } from "../shapes/shape.ts";
import { inputKeys, placed, templateOf } from "./inputs.ts";
import { errorSchema, refusalsOf, refusalsOfPlugins, sharedRefusals } from "./refusals.ts";
import { answerSchema, modelSchemas } from "./schemas.ts";
import type { OpenApiDocument, Operation, PathItem, ResponseObject } from "./types.ts";

/** What of an app goes into the document's head. */
export interface OpenApiOptions {
  /** Default: the app's name. */
  readonly title?: string;
  /** The version of the app's API. Default: `1.0.0`. */
  readonly version?: string;
}

/**
 * An OpenAPI 3.1 document of everything that an app's handler answers: core's endpoints and those of its plugins, with
 * inputs, answers, refusals, guards and rate limits. Calls that exist on the server alone are left out.
 *
 * It is made anew by each call. Nothing is asked of the database.
 *
 * @param auth what `createAuth` made
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
      const path = templateOf(endpoint.path);
      paths[path] = { ...paths[path], ...operationsOf(auth.$context, tag, id, endpoint) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: options.title ?? settings.appName,
      version: options.version ?? "1.0.0",
      description: "Sign-up, sign-in, sessions and everything around them. Every refusal has a code and a message.",
    },
    servers: [{ url: `${settings.origin ?? ""}${settings.basePath}` }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...modelSchemas(settings.fields) },
      responses: sharedRefusals(),
      securitySchemes: {
        cookie: { type: "apiKey", in: "cookie", name: settings.cookie("session_token").name },
        bearer: { type: "http", scheme: "bearer", description: "The session's token, for clients without cookies." },
      },
    },
  };
}

function operationsOf(context: AuthContext, tag: string, id: string, endpoint: Endpoint): PathItem {
  const [first, ...further] = methodsOf(endpoint);
  return Object.fromEntries(
    [first, ...further].flatMap((method) => {
      if (method === undefined) return [];
      const operationId = method === first ? id : `${id}${method.charAt(0)}${method.slice(1).toLowerCase()}`;
      return [[method.toLowerCase(), operationOf(context, { tag, operationId, method }, endpoint)]];
    }),
  );
}

interface Place {
  readonly tag: string;
  readonly operationId: string;
  readonly method: "GET" | "POST";
}

function operationOf(context: AuthContext, { tag, operationId, method }: Place, endpoint: Endpoint): Operation {
  const { settings, extensions } = context;
  const keys = inputKeys(endpoint, settings.fields.user);
  const names = namesOf(extensions.endpoints, endpoint);
  const rule = ruleFor(settings.rateLimit, endpoint, names.paths);
  const ofPlugins = refusalsOfPlugins(extensions.plugins, endpoint, names.ids);
  const refusals = refusalsOf(endpoint, method, keys, ofPlugins, rule !== null);
  return {
    operationId,
    ...(endpoint.summary === undefined ? {} : { summary: endpoint.summary }),
    description: inWords(endpoint, method, rule),
    tags: [tag],
    ...(needsSession(endpoint) ? { security: [{ cookie: [] }, { bearer: [] }] } : {}),
    ...placed(endpoint, method, keys),
    responses: { ...answers(context, tag, endpoint), ...refusals },
    "x-guards": endpoint.guards.map(({ name, summary }) => ({ name, ...(summary === undefined ? {} : { summary }) })),
    "x-rate-limit": rule && { window: rule.window, max: rule.max },
    "x-statements": endpoint.statements,
  };
}

/** A guard that can refuse for want of a session asks for one. */
function needsSession({ guards }: Endpoint): boolean {
  return guards.some(({ errors }) => errors !== undefined && Object.hasOwn(errors, "UNAUTHORIZED"));
}

function answers(
  { settings, extensions }: AuthContext,
  tag: string,
  { output = anything, moments }: Endpoint,
): Record<string, ResponseObject> {
  const isSignIn = moments?.includes("signIn") ?? false;
  const challenges = isSignIn
    ? // Who answers a plugin's challenge is not put it again.
      extensions.plugins.flatMap(({ id, challenge }) => (id === tag ? [] : (challenge ?? [])))
    : [];
  const { json, redirects, isPage } = answerSchema(either(output, ...challenges), settings.fields);
  const content = {
    ...(json ? { "application/json": { schema: json } } : {}),
    ...(isPage ? { "text/html": { schema: { type: "string" } } } : {}),
  };
  const cookie = isSignIn && {
    "Set-Cookie": {
      description: `With a session: ${settings.cookie("session_token").name}`,
      schema: { type: "string" },
    },
  };
  const location = { Location: { description: "Where to go", schema: { type: "string" } } };
  return {
    ...(json || isPage ? { 200: { description: "Done", ...(cookie ? { headers: cookie } : {}), content } } : {}),
    ...(redirects ? { 302: { description: "Sends the browser on", headers: { ...location, ...cookie } } } : {}),
  };
}

function inWords(endpoint: Endpoint, method: "GET" | "POST", rule: RateLimitRule | null): string {
  const { guards, origin, aliasOf, moments = [] } = endpoint;
  const sentences = [
    aliasOf === undefined ? null : `Another name of ${aliasOf}.`,
    ...guards.map(({ name, summary }) => summary ?? `Asked first: ${name}.`),
    moments.includes("signIn") ? "Whatever keeps somebody out is asked before a session exists." : null,
    method === "GET" ? null : originWords[origin ?? "cookies"],
    rule
      ? `At most ${rule.max} requests of one client in ${rule.window} seconds.`
      : "Requests of one client are not limited.",
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

const originWords = {
  cookies: "A browser that sends cookies must come from a trusted origin.",
  always: "A browser must come from a trusted origin, with cookies or without.",
  exempt: null,
} as const;
