/** Types of the parts of OpenAPI that are used here. @see https://spec.openapis.org/oas/v3.1.0 */

/** A JSON Schema, draft 2020-12. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** An app's OpenAPI document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  /** One per feature or plugin with endpoints. */
  readonly tags: readonly { readonly name: string }[];
  /** By path, with `{name}` for parameters. */
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** The operations of a path, by method. */
export interface PathItem {
  /** Set for paths at the root of the host. */
  readonly servers?: readonly { readonly url: string }[];
  readonly get?: Operation;
  readonly post?: Operation;
  readonly put?: Operation;
  readonly patch?: Operation;
  readonly delete?: Operation;
  readonly head?: Operation;
}

/** An endpoint with one method. */
export interface Operation {
  /** The key in `auth.api`. If an endpoint has two methods, the second operation adds its method's name. */
  readonly operationId: string;
  readonly summary?: string;
  /** Guards, origin check, and rate limit, in sentences. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** Guards that run before the handler, in this order. */
  readonly "x-guards": readonly { readonly name: string; readonly summary?: string }[];
  /** Maximum requests per client in a window of seconds. `null` means unlimited. */
  readonly "x-rate-limit": { readonly window: number; readonly max: number } | null;
  /** The endpoint's query budget: the maximum number of database queries on its longest normal path. */
  readonly "x-query-budget"?: number;
}

/** A path or query parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** A response. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** Refers to something under `components`. */
export interface Reference {
  readonly $ref: string;
}
