/** The reference: every endpoint of the app by plugin, with what it takes, answers and refuses. */

import type { JsonSchema, OpenApiDocument, Operation, Reference, ResponseObject } from "@latchkey/core/openapi";
import { type Content, html, type Markup } from "../console/markup.ts";
import { typeText } from "./types.ts";

/** What the page is made of. */
export interface ReferenceData {
  readonly appName: string;
  /** Path of the console. */
  readonly back: string;
  /** Path below which the endpoints are. */
  readonly basePath: string;
  readonly document: OpenApiDocument;
}

interface Placed {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly operation: Operation;
}

export function referenceBody({ appName, back, basePath, document }: ReferenceData): Markup {
  const all = operationsOf(document);
  const tags = document.tags.map(({ name }) => name).filter((tag) => tag !== "dev");
  return html`<header class="top">
<h1>${appName}: endpoints</h1>
<div class="ways"><label class="hidden" for="search">Search the endpoints</label><input type="search" id="search" placeholder="Search: path, code, guard" autocomplete="off" hidden><a class="button" href="${back}">Back to the console</a></div>
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

function operationsOf({ paths }: OpenApiDocument): Placed[] {
  return Object.entries(paths).flatMap(([path, { get, post }]): Placed[] => [
    ...(get ? [{ method: "GET" as const, path, operation: get }] : []),
    ...(post ? [{ method: "POST" as const, path, operation: post }] : []),
  ]);
}

function tagSection(tag: string, all: readonly Placed[], document: OpenApiDocument, basePath: string): Markup {
  return html`<section id="${tag}" class="plugin" aria-labelledby="${tag}-title">
<div class="head"><h2 id="${tag}-title">${tag}</h2><span class="count">${all.length}</span></div>
${all.map((placed) => endpoint(placed, document, basePath))}
</section>`;
}

function endpoint({ method, path, operation }: Placed, document: OpenApiDocument, basePath: string): Markup {
  const { operationId, summary = "", description, responses } = operation;
  const answers = Object.entries(responses).map(
    ([status, response]) => [status, resolved(response, document)] as const,
  );
  return html`<details class="endpoint" id="${operationId}">
<summary><span class="method">${method}</span> <code>${path}</code> <span class="soft">${summary}</span></summary>
<div class="inside">
<p>${description}</p>
<ul class="chips" aria-label="Guards, limit and budget">${operation["x-guards"].map(({ name }) => html`<li>${name}</li>`)}<li>at most ${operation["x-statements"]} statements</li>${
    operation["x-rate-limit"] &&
    html`<li>${operation["x-rate-limit"].max} requests in ${operation["x-rate-limit"].window} s</li>`
  }<li><code>auth.api.${operationId}</code></li></ul>
<h3>Takes</h3>${inputs(operation)}
<h3>Answers</h3><dl class="facts">${answers.map(([status, response]) => answer(status, response))}</dl>
${tryIt({ method, path, operation }, basePath)}
</div>
</details>`;
}

function inputs({ parameters = [], requestBody }: Operation): Content {
  const { properties = {}, required = [] } = bodySchema(requestBody);
  const rows = [
    ...parameters.map(({ name, in: place, required: needed, schema }) => ({ name, place, needed, schema })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      place: "body",
      needed: required.includes(name),
      schema,
    })),
  ];
  if (rows.length === 0) return html`<p class="soft">Nothing.</p>`;
  return html`<dl class="facts">${rows.map(
    ({ name, place, needed, schema }) =>
      html`<dt><code>${name}</code></dt><dd><code>${typeText(schema)}</code> <span class="soft">${place}${needed ? ", needed" : ""}</span></dd>`,
  )}</dl>`;
}

function answer(status: string, { description, content = {} }: ResponseObject): Markup {
  if (Number(status) >= 400) return html`<dt class="bad">${status}</dt><dd>${description}</dd>`;
  const [type, media] = Object.entries(content)[0] ?? [];
  const body = type === "application/json" && media ? typeText(media.schema) : (type ?? description);
  return html`<dt class="good">${status}</dt><dd><code>${body}</code></dd>`;
}

/** A form that the page's script sends, with the cookies of this browser. */
function tryIt({ method, path, operation }: Placed, basePath: string): Markup {
  const { properties = {}, required = [] } = bodySchema(operation.requestBody);
  const example = Object.fromEntries(
    required.map((name) => [name, typeText(properties[name] ?? {}) === "boolean" ? true : ""]),
  );
  const query = (operation.parameters ?? []).filter((one) => one.in === "query" && one.required);
  const address = `${basePath}${path}${query.length > 0 ? `?${query.map(({ name }) => `${name}=`).join("&")}` : ""}`;
  const { operationId } = operation;
  return html`<form class="try" data-method="${method}" hidden>
<h3>Try it, as who is signed in here</h3>
<label for="${operationId}-address">Address</label><input id="${operationId}-address" name="address" value="${address}" spellcheck="false">
${method === "POST" && html`<label for="${operationId}-body">Body</label><textarea id="${operationId}-body" name="body" rows="4" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea>`}
<button>Send ${method}</button>
<output></output>
</form>`;
}

function modelSection({ components }: OpenApiDocument): Markup {
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

function resolved(response: ResponseObject | Reference, { components }: OpenApiDocument): ResponseObject {
  if (!("$ref" in response)) return response;
  return components.responses[response.$ref.split("/").at(-1) ?? ""] ?? { description: "" };
}
