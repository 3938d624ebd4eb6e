/**
 * Describes responses as plain values, for the API document and for tests that check responses. Not used while handling
 * requests.
 */

/** The shape of a response. `T` is its type on the server, where dates are `Date` objects. */
export interface Shape<T = unknown> {
  readonly kind: ShapeKind;
  readonly $type?: T;
}

/** The shape of an optional key. */
export interface OptionalShape<T = unknown> {
  readonly optional: Shape<T>;
}

/** The shapes of an object's keys. Unknown and missing keys are type errors. */
export type ShapesOf<T> = {
  readonly [K in keyof T]-?: {} extends Pick<T, K> ? OptionalShape<Exclude<T[K], undefined>> : Shape<T[K]>;
};

/** The kinds of shapes. */
export type ShapeKind =
  | "text"
  | "number"
  | "flag"
  | "date"
  | "anything"
  | "redirect"
  | "page"
  | { readonly files: readonly string[] }
  | { readonly literal: string | number | boolean | null }
  | { readonly words: readonly string[] }
  | { readonly object: Readonly<Record<string, Shape | OptionalShape>> }
  | { readonly list: Shape }
  | { readonly record: Shape }
  | { readonly anyOf: readonly Shape[] }
  | { readonly allOf: readonly Shape[] }
  | { readonly model: string };

/** Any string. */
export const text: Shape<string> = { kind: "text" };

/** A number. */
export const number: Shape<number> = { kind: "number" };

/** `true` or `false`. */
export const boolean: Shape<boolean> = { kind: "flag" };

/** A point in time: a `Date` on the server, RFC 3339 text in JSON. */
export const date: Shape<Date> = { kind: "date" };

/** Any JSON. */
export const anything: Shape = { kind: "anything" };

/** Not JSON: a redirect (302). */
export const redirect: Shape<Response> = { kind: "redirect" };

/** Not JSON: an HTML page. */
export const page: Shape<Response> = { kind: "page" };

/** Not JSON: a download, which has one of these media types. */
export function file(...types: readonly string[]): Shape<Response> {
  return { kind: { files: types } };
}

/** Exactly this value. */
export function literal<const T extends string | number | boolean | null>(value: T): Shape<T> {
  return { kind: { literal: value } };
}

/** One of these strings. */
export function oneOf<const T extends string>(...of: readonly T[]): Shape<T> {
  return { kind: { words: of } };
}

/** An object with these keys. */
export function object<T extends object>(keys: ShapesOf<NoInfer<T>>): Shape<T> {
  return { kind: { object: keys as Readonly<Record<string, Shape | OptionalShape>> } };
}

/** An optional key. */
export function optional<T>(shape: Shape<T>): OptionalShape<T> {
  return { optional: shape };
}

/** A list of any length. */
export function list<T>(of: Shape<T>): Shape<T[]> {
  return { kind: { list: of } };
}

/** An object with any keys and values of one shape. */
export function record<T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return { kind: { record: of } };
}

/** One of several shapes. */
export function either<const S extends readonly Shape[]>(...of: S): Shape<TypeOf<S[number]>> {
  return { kind: { anyOf: of } };
}

/** This shape or `null`. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return { kind: { anyOf: [shape, { kind: { literal: null } }] } };
}

/** A value that has both shapes. */
export function both<A, B>(a: Shape<A>, b: Shape<B>): Shape<A & B> {
  return { kind: { allOf: [a, b] } };
}

/**
 * A table's row as responses contain it: `user`, `session`, or one of a plugin's `models`, including the app's fields.
 */
export function model<T>(table: string): Shape<T> {
  return { kind: { model: table } };
}

/** The type that a shape describes. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never;

/** `{ status: true }` */
export const statusResponse: Shape<{ readonly status: true }> = object({ status: literal(true) });

/** `{ success: true }` */
export const successResponse: Shape<{ readonly success: true }> = object({ success: literal(true) });
