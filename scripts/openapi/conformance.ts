/** Validates responses against the OpenAPI document: status, media type, and body, without undeclared fields. */

import type { JsonSchema, OpenApiDocument, Operation, ResponseObject } from "@latchkey/core/openapi";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** An operation of the document with its method and path. */
export interface PlacedOperation {
  readonly method: "GET" | "POST";
  /** The path, with `{name}` for parameters. */
  readonly path: string;
  /** Whether the path starts at the origin, not at the base path. */
  readonly isAtRoot: boolean;
  readonly operation: Operation;
}

/** Checks responses. */
export interface Conformance {
  readonly operations: readonly PlacedOperation[];
  /** Ids of the operations with a response so far, each with its statuses. */
  readonly seen: Map<string, Set<number>>;
  /** Describes how the response differs from the document, or returns `null`. */
  check(method: string, path: string, response: Response): Promise<string | null>;
}

/**
 * @param document OpenAPI document of an app, with paths relative to its base path
 */
export function conformance(document: OpenApiDocument): Conformance {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  const operations = Object.entries(document.paths).flatMap(([path, { get, post, servers }]): PlacedOperation[] => {
    const place = { path, isAtRoot: servers !== undefined };
    return [
      ...(get ? [{ ...place, method: "GET" as const, operation: get }] : []),
      ...(post ? [{ ...place, method: "POST" as const, operation: post }] : []),
    ];
  });
  const seen = new Map<string, Set<number>>();
  const validators = new Map<string, ValidateFunction>();
  const validator = (key: string, schema: () => JsonSchema): ValidateFunction => {
    const known = validators.get(key) ?? ajv.compile(schema());
    validators.set(key, known);
    return known;
  };
  return {
    operations,
    seen,
    async check(method, path, response) {
      const found = operations.find((one) => one.method === method && matches(one.path, path));
      if (!found) return response.status === 404 ? null : `${method} ${path}: not in the document.`;
      const { operationId, responses } = found.operation;
      const place = `${operationId} (${method} ${path}), ${response.status}`;
      seen.set(operationId, (seen.get(operationId) ?? new Set()).add(response.status));
      const text = await response.clone().text();
      const declared = resolve(document, responses[response.status]) as ResponseObject | undefined;
      if (!declared) return `${place}: no such status in the document. ${text}`;
      if (response.status === 302 || response.status === 303)
        return response.headers.get("location") ? null : `${place}: leads nowhere.`;
      const type = response.headers.get("content-type")?.split(";")[0];
      const content = declared.content?.[type ?? ""];
      if (!content) return `${place}: no "${type}" in the document.`;
      if (type !== "application/json") return null;
      const validate = validator(`${operationId} ${method} ${response.status}`, () =>
        closed(document, content.schema, response.status >= 400),
      );
      return validate(JSON.parse(text))
        ? null
        : `${place}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`;
    },
  };
}

function matches(template: string, path: string): boolean {
  const pattern = template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}$`).test(path);
}

function resolve(document: OpenApiDocument, value: unknown): unknown {
  const { $ref } = (value ?? {}) as { readonly $ref?: string };
  if ($ref === undefined) return value;
  return $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
}

/** The schema without references. `open` decides whether it allows undeclared keys. */
function closed(document: OpenApiDocument, schema: unknown, open: boolean): JsonSchema {
  const plain = resolve(document, schema) as Record<string, unknown>;
  const below = (value: unknown, isOpen = open): unknown => {
    if (Array.isArray(value)) return value.map((one) => below(one, isOpen));
    return typeof value === "object" && value !== null ? closed(document, value, isOpen) : value;
  };
  const { properties, allOf, ...rest } = plain;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === "enum" || key === "required" ? value : below(value)]),
  );
  if (properties) {
    copy.properties = Object.fromEntries(
      Object.entries(properties as object).map(([key, value]) => [key, closed(document, value, open)]),
    );
    if (!open && !("additionalProperties" in plain)) copy.additionalProperties = false;
  }
  if (allOf) {
    // Each part on its own would reject the keys of the others.
    copy.allOf = (allOf as unknown[]).map((part) => opened(closed(document, part, open)));
    // A part that allows any keys, such as what plugins add, allows them in the whole object.
    const isRecord = (part: unknown): boolean =>
      typeof (resolve(document, part) as { additionalProperties?: unknown }).additionalProperties === "object";
    if (!open && !(allOf as unknown[]).some(isRecord)) copy.unevaluatedProperties = false;
  }
  return copy;
}

function opened({ additionalProperties: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
