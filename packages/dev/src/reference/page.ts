/** The reference page: all endpoints by plugin, with their inputs, responses, and errors. */

import type { JsonSchema, OpenApiDocument, Operation, Reference, ResponseObject } from "@latchkey/core/openapi";
import { type HtmlValue, html, type SafeHtml } from "../console/html.ts";
import { typeText } from "./type-text.ts";

/** The data of the page. */
export interface ReferenceData {
  readonly appName: string;
  /** The console's path. */
  readonly back: string;
  /** The base path of the endpoints. */
  readonly basePath: string;
  readonly document: OpenApiDocument;
}

interface EndpointOperation {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly operation: Operation;
}

export function referenceBody({ appName, back, basePath, document }: ReferenceData): SafeHtml {
  const all = operationsOf(document);
  const tags = document.tags.map(({ name }) => name).filter((tag) => tag !== "dev");
  return html`<header class="top">
<h1>${appName} API reference</h1>
<div class="ways"><label class="hidden" for="search">Search endpoints</label><input type="search" id="search" placeholder="Search by path, error code, or guard" autocomplete="off" hidden><a class="button" href="${back}">Back to console</a></div>
</header>
<main>
<nav aria-label="Plugins">${tags.map((tag) => html`<a href="#${tag}">${tag}</a>`)}<a href="#models">models</a></nav>
<p class="soft" id="found" role="status"></p>
${tags.map((tag) =>
  tagSection(
    tag,
    all.filter(({ operation }) => operation.tags.includes(tag)),
    document,
    basePath,
  ),
)}
${modelSection(document)}
</main>`;
}

function operationsOf({ paths }: OpenApiDocument): EndpointOperation[] {
  return Object.entries(paths).flatMap(([path, { get, post }]): EndpointOperation[] => [
    ...(get ? [{ method: "GET" as const, path, operation: get }] : []),
    ...(post ? [{ method: "POST" as const, path, operation: post }] : []),
  ]);
}

function tagSection(
  tag: string,
  all: readonly EndpointOperation[],
  document: OpenApiDocument,
  basePath: string,
): SafeHtml {
  return html`<section id="${tag}" class="plugin" aria-labelledby="${tag}-title">
<div class="head"><h2 id="${tag}-title">${tag}</h2><span class="count">${all.length}</span></div>
${all.map((placed) => endpoint(placed, document, basePath))}
</section>`;
}

function endpoint(
  { method, path, operation }: EndpointOperation,
  document: OpenApiDocument,
  basePath: string,
): SafeHtml {
  const { operationId, summary = "", description, responses } = operation;
  const resolved = Object.entries(responses).map(
    ([status, response]) => [status, resolveResponse(response, document)] as const,
  );
  return html`<details class="endpoint" id="${operationId}">
<summary><span class="method">${method}</span> <code>${path}</code> <span class="soft">${summary}</span></summary>
<div class="inside">
<p>${description}</p>
<ul class="chips" aria-label="Guards, limit and budget">${operation["x-guards"].map(({ name }) => html`<li>${name}</li>`)}${
    operation["x-query-budget"] !== undefined && html`<li>up to ${operation["x-query-budget"]} queries</li>`
  }${
    operation["x-rate-limit"] &&
    html`<li>${operation["x-rate-limit"].max} requests per ${operation["x-rate-limit"].window} s</li>`
  }<li><code>auth.api.${operationId}</code></li></ul>
<h3>Request</h3>${inputList(operation)}
<h3>Responses</h3><dl class="facts">${resolved.map(([status, response]) => responseRow(status, response))}</dl>
${tryItForm({ method, path, operation }, basePath)}
</div>
</details>`;
}

function inputList({ parameters = [], requestBody }: Operation): HtmlValue {
  const { properties = {}, required = [] } = bodySchema(requestBody);
  const rows = [
    ...parameters.map(({ name, in: location, required: isRequired, schema }) => ({
      name,
      location,
      isRequired,
      schema,
    })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      location: "body",
      isRequired: required.includes(name),
      schema,
    })),
  ];
  if (rows.length === 0) return html`<p class="soft">No parameters.</p>`;
  return html`<dl class="facts">${rows.map(
    ({ name, location, isRequired, schema }) =>
      html`<dt><code>${name}</code></dt><dd><code>${typeText(schema)}</code> <span class="soft">${location}${isRequired ? ", required" : ""}</span></dd>`,
  )}</dl>`;
}

function responseRow(status: string, { description, content = {} }: ResponseObject): SafeHtml {
  if (Number(status) >= 400) return html`<dt class="bad">${status}</dt><dd>${description}</dd>`;
  const [type, mediaType] = Object.entries(content)[0] ?? [];
  const body = type === "application/json" && mediaType ? typeText(mediaType.schema) : (type ?? description);
  return html`<dt class="good">${status}</dt><dd><code>${body}</code></dd>`;
}

/** Renders a form that the page's script submits with this browser's cookies. */
function tryItForm({ method, path, operation }: EndpointOperation, basePath: string): SafeHtml {
  const { properties = {}, required = [] } = bodySchema(operation.requestBody);
  const example = Object.fromEntries(
    required.map((name) => [name, typeText(properties[name] ?? {}) === "boolean" ? true : ""]),
  );
  const query = (operation.parameters ?? []).filter((one) => one.in === "query" && one.required);
  const address = `${basePath}${path}${query.length > 0 ? `?${query.map(({ name }) => `${name}=`).join("&")}` : ""}`;
  const { operationId } = operation;
  return html`<form class="try" data-method="${method}" hidden>
<h3>Try it as the signed-in user</h3>
<label for="${operationId}-address">URL</label><input id="${operationId}-address" name="address" value="${address}" spellcheck="false">
${method === "POST" && html`<label for="${operationId}-body">Body</label><textarea id="${operationId}-body" name="body" rows="4" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea>`}
<button>Send ${method}</button>
<output></output>
</form>`;
}

function modelSection({ components }: OpenApiDocument): SafeHtml {
  return html`<section id="models" class="plugin" aria-labelledby="models-title">
<div class="head"><h2 id="models-title">models</h2></div>
${Object.entries(components.schemas).map(([name, schema]) => {
  const { properties = {} } = schema as BodySchema;
  return html`<details class="endpoint"><summary><code>${name}</code></summary><div class="inside"><dl class="facts">${Object.entries(properties).map(([key, of]) => html`<dt><code>${key}</code></dt><dd><code>${typeText(of)}</code></dd>`)}</dl></div></details>`;
})}
</section>`;
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

function bodySchema(body: Operation["requestBody"]): BodySchema {
  return (body?.content["application/json"]?.schema ?? {}) as BodySchema;
}

function resolveResponse(response: ResponseObject | Reference, { components }: OpenApiDocument): ResponseObject {
  if (!("$ref" in response)) return response;
  return components.responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" };
}
