/** Replaces individual texts and leaves the others unchanged. */

import type { PluralText } from "./texts.ts";

/** Any part of `T`. A text with plural forms is replaced as a whole. */
export type TextOverrides<T> = { readonly [Key in keyof T]?: Override<T[Key]> };

type Override<Value> = Value extends string | undefined
  ? Value
  : Exclude<keyof Value, keyof PluralText> extends never
    ? Value
    : TextOverrides<Value>;

/** Returns the texts with the overrides applied, at any depth. */
export function overrideTexts<T extends object>(texts: T, overrides: TextOverrides<T> | undefined): T {
  return overrides ? (merge(texts as Group, overrides as Group) as T) : texts;
}

type Group = Readonly<Record<string, unknown>>;

function merge(texts: Group, overrides: Group): Group {
  const result: Record<string, unknown> = { ...texts };
  for (const [key, value] of Object.entries(overrides)) {
    const before = result[key];
    if (value !== undefined) result[key] = isGroup(value) && isGroup(before) ? merge(before, value) : value;
  }
  return result;
}

const pluralForms: readonly string[] = ["zero", "one", "two", "few", "many", "other"];

/** Whether the value is a group of texts, and not a text or its plural forms. A group can have a text named `other`. */
export function isGroup(value: unknown): value is Group {
  return typeof value === "object" && value !== null && !isPlural(value);
}

function isPlural(value: object): boolean {
  return "other" in value && Object.keys(value).every((key) => pluralForms.includes(key));
}
