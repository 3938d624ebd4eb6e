/** What validates an endpoint's input: any validator that speaks Standard Schema (zod, valibot, arktype, …). */

/** The part of Standard Schema v1 that is used here. @see https://standardschema.dev */
export interface InputSchema<T = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

/** What a validation gives: a value, or what is wrong. */
export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** What is wrong with one field. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** `body.email`-like path of an issue, for the `issues` key of a `VALIDATION_ERROR`. */
export function issuePath(issue: Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
}
