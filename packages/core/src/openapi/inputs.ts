/** What an endpoint takes: parameters of path and query, and a body. */

import type { InputSchema } from "../http/schema.ts";
import type { Endpoint } from "../plugin/endpoint.ts";
import type { ModelFields } from "../plugin/settings.ts";
import { columnSchema } from "./schemas.ts";
import type { JsonSchema, Operation, Parameter } from "./types.ts";

/** An input as an object's keys. */
export interface InputKeys {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** Whether further keys mean something, or nothing is known about the input at all. */
  readonly open: boolean;
}

/** What the validator says that it takes, with the additional fields of users where those are taken in. */
export function inputKeys(endpoint: Endpoint, fields: ModelFields["user"]): InputKeys {
  const schema = endpoint.input ? schemaOf(endpoint.input) : {};
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
    readonly additionalProperties?: unknown;
  };
  const open = additionalProperties !== undefined && additionalProperties !== false;
  const signsUp = endpoint.moments?.includes("signUp") ?? false;
  // An input that is open takes a user's additional fields beside its own.
  const takesFields = open && (signsUp || endpoint.moments?.includes("updateUser"));
  const taken = takesFields ? Object.entries(fields).filter(isTaken) : [];
  return {
    properties: { ...properties, ...Object.fromEntries(taken.map(([name, field]) => [name, columnSchema(field)])) },
    required: [...required, ...(signsUp ? taken.filter(isNeeded).map(([name]) => name) : [])],
    open,
  };
}

/** Where the keys go by one method. */
export function placed(
  endpoint: Endpoint,
  method: "GET" | "POST",
  keys: InputKeys,
): Pick<Operation, "parameters" | "requestBody"> {
  const inPath = pathParameters(endpoint.path);
  const rest = Object.entries(keys.properties).filter(([name]) => !inPath.includes(name));
  const inQuery = rest.filter(([name]) => method === "GET" || endpoint.query?.includes(name));
  const parameters = [
    ...inPath.map((name): Parameter => ({ name, in: "path", required: true, schema: textOf(keys.properties[name]) })),
    ...inQuery.map(
      ([name, schema]): Parameter => ({
        name,
        in: "query",
        required: method === "GET" && keys.required.includes(name),
        schema,
      }),
    ),
  ];
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === "POST" ? bodyOf(endpoint, rest, keys) : {}),
  };
}

/** `/callback/:id` as the document has it: `/callback/{id}`. */
export function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** Names of the parameters in a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

function bodyOf(
  endpoint: Endpoint,
  entries: readonly (readonly [string, JsonSchema])[],
  { required, open }: InputKeys,
): Pick<Operation, "requestBody"> {
  if (endpoint.rawBody) return { requestBody: { required: true, content: { "application/json": { schema: {} } } } };
  if (entries.length === 0 && !open) return {};
  const needed = entries.map(([name]) => name).filter((name) => required.includes(name));
  const inBody = needed.filter((name) => !endpoint.query?.includes(name));
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(entries),
    ...(inBody.length > 0 ? { required: inBody } : {}),
    ...(open ? { additionalProperties: true } : {}),
  };
  const content = {
    "application/json": { schema },
    ...(endpoint.form ? { "application/x-www-form-urlencoded": { schema } } : {}),
  };
  return { requestBody: { required: inBody.length > 0, content } };
}

/** The part of Standard JSON Schema that is used here. @see https://standardschema.dev/json-schema */
interface WithJsonSchema {
  readonly jsonSchema?: {
    input(options: { readonly target: string; readonly libraryOptions?: object }): JsonSchema;
  };
}

/** A validator that cannot describe itself takes an object, and more is not known. */
function schemaOf(input: InputSchema): JsonSchema {
  const described = (input["~standard"] as WithJsonSchema).jsonSchema;
  if (!described) return { additionalProperties: true };
  // What JSON Schema cannot say, such as a transform, is left open and not refused.
  const options = { target: "draft-2020-12", libraryOptions: { unrepresentable: "any" } };
  return described.input(options);
}

type FieldEntry = readonly [string, ModelFields["user"][string]];

function isTaken([, { additional, input }]: FieldEntry): boolean {
  return additional && input === true;
}

function isNeeded([, { required, defaultValue }]: FieldEntry): boolean {
  return required === true && defaultValue === undefined;
}

/** What stands in a path is text, whatever the validator makes of it. */
function textOf(schema: JsonSchema | undefined): JsonSchema {
  return schema?.type === "string" ? schema : { type: "string" };
}
