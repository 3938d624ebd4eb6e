/** Types for input validation with any Standard Schema validator (zod, valibot, arktype, …). */

/** The part of Standard Schema v1 that is used here. @see https://standardschema.dev */
export interface InputSchema<T = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

/** The result of a validation: a value, or issues. */
export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

/** A problem with one field. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Returns the dotted path of an issue, such as `address.city`, for the `issues` of a `VALIDATION_ERROR`. */
export function issuePath(issue: Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
}
