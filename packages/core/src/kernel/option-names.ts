/** Rejects unknown options. If a misspelled limit were ignored, the app would run without that limit. */

import { suggestion } from "./suggest.ts";

/**
 * Maps each option's name to `true`, or to the names of its nested options. `"*"` matches any name. Declare the
 * constant as `OptionNames<MyOptions>`, so that the compiler reports missing names.
 */
export type OptionNames<T> = { readonly [K in keyof T]-?: true | NestedNames };

/** The names of nested options. */
export interface NestedNames {
  readonly [name: string]: true | NestedNames;
}

/**
 * Checks the names of options, including nested ones. Skips options whose value is `undefined`, and doesn't look inside
 * arrays and class instances.
 *
 * @param path the path of these options, such as `admin`. Empty for the options of `createAuth`.
 * @throws {Error} if an option is unknown. The message suggests a known one.
 */
export function checkOptionNames(path: string, options: unknown, names: NestedNames): void {
  if (!isPlainObject(options)) return;
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const nested = Object.hasOwn(names, name) ? names[name] : names["*"];
    const full = path === "" ? name : `${path}.${name}`;
    if (nested === undefined) throw new Error(`${full} isn't an option.${hint(name, Object.keys(names))}`);
    if (nested !== true) checkOptionNames(full, value, nested);
  }
}

function hint(name: string, known: readonly string[]): string {
  return suggestion(name, known) || ` Remove it, or use one of: ${known.join(", ")}.`;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
