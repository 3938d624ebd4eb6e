/**
 * What answers look like, said in plain values: for the API document, and for tests that hold answers against it. Nothing
 * here is read while requests are answered, and nothing is computed when a module loads.
 */

/** The shape of an answer. `T` is its type on the server, where a moment is a `Date`. */
export interface Shape<T = unknown> {
  readonly kind: ShapeKind;
  readonly $type?: T;
}

/** The shape of a key that may be missing. */
export interface OptionalShape<T = unknown> {
  readonly optional: Shape<T>;
}

/** The shapes of an object's keys. A key that the type does not have, or one that is forgotten, does not compile. */
export type ShapesOf<T> = {
  readonly [K in keyof T]-?: {} extends Pick<T, K> ? OptionalShape<Exclude<T[K], undefined>> : Shape<T[K]>;
};

/** What a shape is made of. */
export type ShapeKind =
  | "text"
  | "number"
  | "flag"
  | "date"
  | "anything"
  | "redirect"
  | "page"
  | { readonly literal: string | number | boolean | null }
  | { readonly words: readonly string[] }
  | { readonly object: Readonly<Record<string, Shape | OptionalShape>> }
  | { readonly list: Shape }
  | { readonly record: Shape }
  | { readonly anyOf: readonly Shape[] }
  | { readonly allOf: readonly Shape[] }
  | { readonly model: string };

/** Any text. */
export const text: Shape<string> = { kind: "text" };

/** A number. */
export const number: Shape<number> = { kind: "number" };

/** `true` or `false`. */
export const flag: Shape<boolean> = { kind: "flag" };

/** A moment: a `Date` on the server, text as RFC 3339 has it on the wire. */
export const date: Shape<Date> = { kind: "date" };

/** Any JSON. */
export const anything: Shape = { kind: "anything" };

/** Not JSON: sends the browser on (302). */
export const redirect: Shape<Response> = { kind: "redirect" };

/** Not JSON: a page for a person. */
export const page: Shape<Response> = { kind: "page" };

/** This value and no other. */
export function literal<const T extends string | number | boolean | null>(value: T): Shape<T> {
  return { kind: { literal: value } };
}

/** One of these words. */
export function words<const T extends string>(...of: readonly T[]): Shape<T> {
  return { kind: { words: of } };
}

/** An object with these keys. */
export function object<T extends object>(keys: ShapesOf<NoInfer<T>>): Shape<T> {
  return { kind: { object: keys as Readonly<Record<string, Shape | OptionalShape>> } };
}

/** A key that may be missing. */
export function optional<T>(shape: Shape<T>): OptionalShape<T> {
  return { optional: shape };
}

/** Any number of these. */
export function list<T>(of: Shape<T>): Shape<T[]> {
  return { kind: { list: of } };
}

/** Values of one shape under any keys. */
export function record<T>(of: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return { kind: { record: of } };
}

/** One of several shapes. */
export function either<const S extends readonly Shape[]>(...of: S): Shape<TypeOf<S[number]>> {
  return { kind: { anyOf: of } };
}

/** This, or `null`. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return { kind: { anyOf: [shape, { kind: { literal: null } }] } };
}

/** What is both at once. */
export function both<A, B>(one: Shape<A>, other: Shape<B>): Shape<A & B> {
  return { kind: { allOf: [one, other] } };
}

/** A row of a table as answers show it: `user`, `session`, or one of a plugin's `models`, with the app's own fields. */
export function model<T>(table: string): Shape<T> {
  return { kind: { model: table } };
}

/** What a shape is the shape of. */
export type TypeOf<S> = S extends Shape<infer T> ? T : never;

/** `{ status: true }` */
export const statusAnswer: Shape<{ readonly status: true }> = object({ status: literal(true) });

/** `{ success: true }` */
export const successAnswer: Shape<{ readonly success: true }> = object({ success: literal(true) });
