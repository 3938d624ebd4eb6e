/** Generates the HTTP endpoint pages from the OpenAPI document of an app with all plugins. */

import type { OpenApiDocument, Operation, ResponseObject } from "@latchkey/core/openapi";
import { anchorOf } from "../../../docs/blocks.ts";
import { block, code, table } from "./markdown.ts";
import { linkTo, type Page, type PageGroup } from "./page.ts";
import { schemaToType } from "./schema.ts";
import { byTopic, type Topic, topicOf } from "./topics.ts";

/** A method and path. */
export interface Call {
  readonly method: string;
  /** `/sign-in/email` */
  readonly path: string;
  /** Whether the path is at the root of the host, not below the base path. */
  readonly isAtRoot: boolean;
  readonly operation: Operation;
}

export function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, { servers, ...operations }]) =>
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      isAtRoot: servers !== undefined,
      operation,
    })),
  );
}

/** The error codes of a call, by status. */
export function codesOf(call: Call, document: OpenApiDocument): readonly (readonly [status: string, code: string])[] {
  return Object.entries(call.operation.responses).flatMap(([status, response]) =>
    Number(status) < 400
      ? []
      : resolved(response, document)
          .description.split(", ")
          .map((one) => [status, one] as const),
  );
}

export function topicOfCall({ operation }: Call): Topic {
  return topicOf(operation.tags[0] ?? "");
}

/** Path of the page with a topic's endpoints. */
export function endpointsPath({ slug }: Topic): string {
  return `reference/endpoints/${slug}.md`;
}

const overviewPath = "reference/endpoints.md";
const objectsPath = "reference/endpoints/objects.md";

/**
 * @param errorsAt path of the page that explains an error code
 */
export function endpointPages(document: OpenApiDocument, errorsAt: (code: string) => string): PageGroup {
  const topics = byTopic(callsOf(document), topicOfCall);
  const pages = topics.map(([topic, calls]) => {
    const path = endpointsPath(topic);
    const linked = (one: string): string => `[${code(one)}](${linkTo({ path: errorsAt(one) }, path, anchorOf(one))})`;
    const sections = calls.map((call) => section(call, document, linked));
    const about = `Paths are below the base path, which is ${code("/api/auth")} by default.`;
    const types = `For types such as ${code("User")}, see [Response objects](${linkTo({ path: objectsPath }, path)}).`;
    const errors = `The lists of errors leave out the [common errors](${linkTo({ path: overviewPath }, path, "common-errors")}).`;
    const markdown = `# ${topic.title} endpoints\n\n${about} ${types} ${errors}\n\n${sections.join("\n\n")}\n`;
    return { path, title: topic.title, about, markdown, names: calls.flatMap(namesOf) };
  });
  const linked = (one: string): string =>
    `[${code(one)}](${linkTo({ path: errorsAt(one) }, overviewPath, anchorOf(one))})`;
  return { title: "HTTP endpoints", overview: overviewOf(topics, linked), pages: [...pages, objectsPage(document)] };
}

/** The errors that are listed once for all endpoints, with their cause. */
const commonErrors: readonly (readonly [status: string, code: string, cause: string])[] = [
  ["400", "VALIDATION_ERROR", "The input doesn't match the endpoint's type"],
  ["400", "BAD_REQUEST", "The body isn't valid JSON"],
  ["401", "UNAUTHORIZED", "The endpoint requires a session"],
  ["403", "INVALID_ORIGIN", "The browser's origin isn't trusted"],
  ["403", "MISSING_OR_NULL_ORIGIN", "The request has cookies, but no origin"],
  ["413", "PAYLOAD_TOO_LARGE", "The body is too large"],
  ["415", "UNSUPPORTED_MEDIA_TYPE", "The body isn't JSON"],
  ["429", "TOO_MANY_REQUESTS", "The client has reached the rate limit"],
  ["500", "INTERNAL_SERVER_ERROR", "Something failed on the server. The log has the error"],
  ["503", "SERVICE_UNAVAILABLE", "The database is unavailable. Retry later"],
];

function overviewOf(topics: readonly (readonly [Topic, readonly Call[]])[], linked: (code: string) => string): Page {
  const sections = topics.map(([topic, calls]) => {
    const rows = calls.map((call) => [
      `[${code(title(call))}](${linkTo({ path: endpointsPath(topic) }, overviewPath, anchorOf(title(call)))})`,
      `${call.operation.summary ?? ""}.`,
    ]);
    return `## ${topic.title}\n\n${table(["Endpoint", "Description"], rows)}`;
  });
  const markdown = `# HTTP endpoints

These are the endpoints of an app with every plugin. Paths are below the base path, which is ${code("/api/auth")} by default.

- On the server, each endpoint is also a function of ${code("auth.api")}. Its section gives the name.
- In the browser, call them with [the client](../guides/client.md), which has the same types.
- To generate the list for your own app, with your plugins and fields, see [OpenAPI](openapi.md). These pages use a custom
  user field, ${code("nickname")}, as an example.

Requests and responses are JSON. A request from a browser that sends cookies must come from a
[trusted origin](../operations/trusted-origins.md). Every error response has a
[code](errors.md).

## Common errors

Most endpoints can return these errors. The pages list them only if an endpoint returns one with another status.

${table(
  ["Status", "Code", "Cause"],
  commonErrors.map(([status, one, cause]) => [status, linked(one), cause]),
)}

${sections.join("\n\n")}
`;
  const about = "Every endpoint with its input, response, and error codes.";
  return { path: overviewPath, title: "HTTP endpoints", about, markdown };
}

function objectsPage(document: OpenApiDocument): Page {
  const models = Object.entries(document.components.schemas)
    .map(([name, schema]) => `## ${name}\n\n${block(`type ${name} = ${schemaToType(schema)}`)}`)
    .join("\n\n");
  const about = "Types that the responses of several endpoints share.";
  const markdown = `# Response objects\n\n${about} Dates are ISO 8601 text over HTTP, and ${code("Date")} objects in the client and on the server.\n\n${models}\n`;
  return { path: objectsPath, title: "Response objects", about, markdown };
}

/** The endpoint is found by its method and path, or by its path alone. */
function namesOf(call: Call): (readonly [string, string])[] {
  const anchor = anchorOf(title(call));
  return [
    [title(call), anchor],
    [call.path, anchor],
  ];
}

function title({ method, path }: Call): string {
  return `${method} ${path}`;
}

function section(call: Call, document: OpenApiDocument, linked: (code: string) => string): string {
  const { operation } = call;
  return [
    `## ${title(call)}`,
    [operation.summary ?? "", ...rootOf(call), ...aliasOf(operation)].map((one) => `${one}.`).join(" "),
    [...factsOf(operation), ...errorFacts(call, document, linked)].map((fact) => `- ${fact}`).join("\n"),
    ...inputs(operation),
    ...outputs(operation, document),
  ].join("\n\n");
}

function factsOf(operation: Operation): string[] {
  const guards = operation["x-guards"];
  const limit = operation["x-rate-limit"];
  const requires = guards.map(({ name, summary }) => summary ?? code(name)).join(" ");
  return [
    `**Server call:** ${code(`auth.api.${operation.operationId}`)}`,
    ...(guards.length > 0 ? [`**Requires:** ${requires}`] : []),
    limit === null
      ? "**Rate limit:** none"
      : `**Rate limit:** ${limit.max} requests per client in ${limit.window} seconds`,
  ];
}

function rootOf({ isAtRoot }: Call): string[] {
  return isAtRoot ? ["This path is at the root of the host, not below the base path"] : [];
}

/** The description of a second path names the endpoint. */
function aliasOf({ description = "" }: Operation): string[] {
  const path = /^Another name for (\S+)\./.exec(description)?.[1];
  return path === undefined ? [] : [`An alias of ${code(path)}`];
}

function inputs({ parameters = [], requestBody }: Operation): string[] {
  const json = requestBody?.content["application/json"]?.schema ?? Object.values(requestBody?.content ?? {})[0]?.schema;
  const query = parameters.map(
    ({ name, required, schema, in: place }) =>
      `  ${name}${required ? "" : "?"}: ${schemaToType(schema, 2)};${place === "path" ? " // in the path" : ""}`,
  );
  return [
    ...(query.length > 0 ? [block(`type Query = {\n${query.join("\n")}\n}`)] : []),
    ...(json ? [block(`type Body = ${schemaToType(json)}`)] : []),
  ];
}

function outputs({ responses }: Operation, document: OpenApiDocument): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (Number(status) >= 400) return [];
    const { content = {} } = resolved(response, document);
    const json = content["application/json"]?.schema;
    if (json) return [block(`type Response = ${schemaToType(json)}`)];
    const types = Object.keys(content);
    if (types.length === 0) return [`Redirects with status ${status}.`];
    return [types.includes("text/html") ? "Returns an HTML page." : `Returns ${types.map(code).join(" or ")}.`];
  });
}

/** The codes by status, without the common ones. */
function errorFacts(call: Call, document: OpenApiDocument, linked: (code: string) => string): string[] {
  const own = codesOf(call, document).filter(
    ([status, one]) => !commonErrors.some(([other, name]) => other === status && name === one),
  );
  if (own.length === 0) return [];
  const statuses = [...new Set(own.map(([status]) => status))];
  const lists = statuses.map((status) => {
    const codes = own.filter(([other]) => other === status).map(([, one]) => linked(one));
    return `**${status}** ${codes.join(", ")}`;
  });
  return [`**Errors:** ${lists.join("; ")}`];
}

function resolved(response: Operation["responses"][string], document: OpenApiDocument): ResponseObject {
  if (!("$ref" in response)) return response;
  return document.components.responses[response.$ref.replace(/^.*\//, "")] as ResponseObject;
}
