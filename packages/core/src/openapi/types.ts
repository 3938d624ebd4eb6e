/** An OpenAPI document, as far as one is written here. @see https://spec.openapis.org/oas/v3.1.0 */

/** A JSON Schema of draft 2020-12. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The document of an app. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  /** One a plugin. */
  readonly tags: readonly { readonly name: string }[];
  /** By path, with `{name}` for its parameters. */
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
}

/** What one path answers, by method. */
export interface PathItem {
  readonly get?: Operation;
  readonly post?: Operation;
}

/** One endpoint by one method. */
export interface Operation {
  /** The key in `auth.api`; of an endpoint with two methods, the second one's with the method behind it. */
  readonly operationId: string;
  readonly summary?: string;
  /** Guards, origin, rate limit, in sentences. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** What is asked before the handler runs, in this order. */
  readonly "x-guards": readonly { readonly name: string; readonly summary?: string }[];
  /** Most requests of one client in a window of seconds; `null`: not limited. */
  readonly "x-rate-limit": { readonly window: number; readonly max: number } | null;
  /** Most statements that it sends to the database on its longest ordinary way. */
  readonly "x-statements": number;
}

/** A value in the path or the query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** One answer. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

/** Stands for something under `components`. */
export interface Reference {
  readonly $ref: string;
}
