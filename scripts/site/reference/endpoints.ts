/** Generates the page of all HTTP endpoints, from the OpenAPI document of an app with all plugins. */

import type { OpenApiDocument, Operation, ResponseObject } from "@latchkey/core/openapi";
import { anchorOf } from "../../../docs/blocks.ts";
import { block, code } from "./markdown.ts";
import type { Page } from "./page.ts";
import { schemaToType } from "./schema.ts";

/** A method and path. */
export interface Call {
  readonly method: string;
  /** `/sign-in/email` */
  readonly path: string;
  readonly operation: Operation;
}

export function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
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

export function endpointsPage(document: OpenApiDocument): Page {
  const calls = callsOf(document);
  const sections = document.tags.map(({ name }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    return `## ${name}\n\n${own.map((call) => section(call, document)).join("\n\n")}`;
  });
  const models = Object.entries(document.components.schemas)
    .map(([name, schema]) => `### ${name}\n\n${block(`type ${name} = ${schemaToType(schema)}`)}`)
    .join("\n\n");
  const markdown = `# HTTP endpoints

Every call of core and of the plugins, below the base path (${code("/api/auth")} by default), as an app with all plugins
answers it. The same endpoints are functions of ${code("auth.api")}, by the name that each section gives. An app's own
document, with its own fields, is made by [OpenAPI](../openapi.md); here ${code("nickname")} stands for them.

Statements are those of the longest ordinary way on SQLite and PostgreSQL, without the rate limit's counter, the audit
trail and the outbox.

${sections.join("\n\n")}

## Shapes of answers

${models}
`;
  const about = "see every call over HTTP: input, answer, guards, refusals, statements";
  return { path: "reference/endpoints.md", title: "HTTP endpoints", about, markdown };
}

function section(call: Call, document: OpenApiDocument): string {
  const { method, path, operation } = call;
  const guards = operation["x-guards"].map(({ name }) => code(name));
  const facts = [
    `- On the server: ${code(`auth.api.${operation.operationId}`)}`,
    ...(guards.length > 0 ? [`- Guards: ${guards.join(", ")}`] : []),
    `- Queries: up to ${operation["x-query-budget"]}`,
  ];
  return [
    `### ${method} ${path}`,
    `${operation.summary ?? ""}. ${operation.description}`.replace(/^\. /, ""),
    facts.join("\n"),
    ...inputs(operation),
    ...outputs(operation, document),
    `Refusals: ${errorRows(call, document)}`,
  ].join("\n\n");
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
    const { content = {}, description } = resolved(response, document);
    const json = content["application/json"]?.schema;
    if (json) return [block(`type Answer = ${schemaToType(json)}`)];
    return [status === "302" ? `Answers 302: ${description}.` : "Answers a page."];
  });
}

/** Formats the codes by status, such as `401` `UNAUTHORIZED`; `403` … */
function errorRows(call: Call, document: OpenApiDocument): string {
  const byStatus = new Map<string, string[]>();
  for (const [status, one] of codesOf(call, document)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `[${code(one)}](errors.md#${anchorOf(one)})`]);
  }
  return [...byStatus].map(([status, codes]) => `${status} ${codes.join(", ")}`).join("; ");
}

function resolved(response: Operation["responses"][string], document: OpenApiDocument): ResponseObject {
  if (!("$ref" in response)) return response;
  return document.components.responses[response.$ref.replace(/^.*\//, "")] as ResponseObject;
}
