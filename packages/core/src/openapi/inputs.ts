/** Describes an endpoint's input: path and query parameters, and the body. */

import type { InputSchema } from "../http/schema.ts";
import type { DeclaredEndpoint, HttpMethod } from "../kernel/declaration.ts";
import type { ModelFields } from "../kernel/settings.ts";
import { columnSchema } from "./schemas.ts";
import type { JsonSchema, Operation, Parameter } from "./types.ts";

/** The keys of an endpoint's input. */
export interface InputKeys {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** Whether additional keys are allowed, or nothing is known about the input. */
  readonly open: boolean;
}

/** Returns the keys that the validator accepts, including users' additional fields if the endpoint accepts them. */
export function inputKeys(endpoint: DeclaredEndpoint, fields: ModelFields["user"]): InputKeys {
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
  const signsUp = endpoint.stages?.includes("signUp") ?? false;
  // Open inputs of sign-up and user updates also accept users' additional fields.
  const takesFields = open && (signsUp || endpoint.stages?.includes("updateUser"));
  const writableFields = takesFields ? Object.entries(fields).filter(isWritable) : [];
  return {
    properties: {
      ...properties,
      ...Object.fromEntries(writableFields.map(([name, field]) => [name, columnSchema(field)])),
    },
    required: [...required, ...(signsUp ? writableFields.filter(isRequired).map(([name]) => name) : [])],
    open,
  };
}

/** Splits the keys into parameters and body for one method. */
export function requestParts(
  endpoint: DeclaredEndpoint,
  method: HttpMethod,
  keys: InputKeys,
): Pick<Operation, "parameters" | "requestBody"> {
  const inPath = pathParameters(endpoint.path);
  const rest = Object.entries(keys.properties).filter(([name]) => !inPath.includes(name));
  const hasQuery = method === "GET" || method === "HEAD";
  const inQuery = rest.filter(([name]) => hasQuery || endpoint.query?.includes(name));
  const parameters = [
    ...inPath.map((name): Parameter => ({ name, in: "path", required: true, schema: textOf(keys.properties[name]) })),
    ...inQuery.map(
      ([name, schema]): Parameter => ({
        name,
        in: "query",
        required: hasQuery && keys.required.includes(name),
        schema,
      }),
    ),
  ];
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(!hasQuery ? bodyOf(endpoint, rest, keys) : {}),
  };
}

/** Converts `/callback/:id` to OpenAPI's `/callback/{id}`. */
export function toPathTemplate(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** Returns the names of the parameters in a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

function bodyOf(
  endpoint: DeclaredEndpoint,
  entries: readonly (readonly [string, JsonSchema])[],
  { required, open }: InputKeys,
): Pick<Operation, "requestBody"> {
  if (endpoint.rawBody) return { requestBody: { required: true, content: { "application/json": { schema: {} } } } };
  if (entries.length === 0 && !open) return {};
  const requiredNames = entries.map(([name]) => name).filter((name) => required.includes(name));
  const inBody = requiredNames.filter((name) => !endpoint.query?.includes(name));
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(entries),
    ...(inBody.length > 0 ? { required: inBody } : {}),
    ...(open ? { additionalProperties: true } : {}),
  };
  const content = {
    ...(endpoint.acceptsForm === "only" ? {} : { "application/json": { schema } }),
    ...(endpoint.acceptsForm ? { "application/x-www-form-urlencoded": { schema } } : {}),
  };
  return { requestBody: { required: inBody.length > 0, content } };
}

/** The part of Standard JSON Schema that's used here. @see https://standardschema.dev/json-schema */
interface WithJsonSchema {
  readonly jsonSchema?: {
    input(options: { readonly target: string; readonly libraryOptions?: object }): JsonSchema;
  };
}

/** If a validator can't describe itself, all that's known is that it takes an object. */
function schemaOf(input: InputSchema): JsonSchema {
  const described = (input["~standard"] as WithJsonSchema).jsonSchema;
  if (!described) return { additionalProperties: true };
  // Omit what JSON Schema can't express, such as transforms, instead of failing.
  const options = { target: "draft-2020-12", libraryOptions: { unrepresentable: "any" } };
  return described.input(options);
}

type FieldEntry = readonly [string, ModelFields["user"][string]];

function isWritable([, { additional, input }]: FieldEntry): boolean {
  return additional && input === true;
}

function isRequired([, { required, defaultValue }]: FieldEntry): boolean {
  return required === true && defaultValue === undefined;
}

/** Path parameters are always strings, no matter what the validator turns them into. */
function textOf(schema: JsonSchema | undefined): JsonSchema {
  return schema?.type === "string" ? schema : { type: "string" };
}
