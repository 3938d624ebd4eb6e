/** Validates objects: those with declared keys, and those with arbitrary keys. */

import { Invalid, mistyped, type Run } from "./field.ts";

interface NamedField {
  readonly name: string;
  readonly run: Run;
  readonly isOptional: boolean;
  readonly canBeMissing: boolean;
}

/** An assignment to this key would replace the object's prototype. */
const prototypeKey = "__proto__";

/**
 * Validates an object with declared fields. The result is a new object with the validated values. All invalid fields
 * are reported, each under its name.
 * @param isOpen whether to keep undeclared keys, unvalidated
 */
export function runObject(fields: readonly NamedField[], isOpen: boolean): Run {
  const declared = new Set(fields.map(({ name }) => name));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return mistyped("object", value);
    const given = value as Readonly<Record<string, unknown>>;
    const read: Record<string, unknown> = {};
    let invalid: Invalid | null = null;
    for (const { name, run, isOptional, canBeMissing } of fields) {
      const isPresent = name in given;
      const sent = given[name];
      if (isOptional && sent === undefined) {
        if (isPresent) read[name] = undefined;
        continue;
      }
      let result = run(sent);
      if (!isPresent && !canBeMissing && !(result instanceof Invalid)) result = mistyped("nonoptional", undefined);
      if (result instanceof Invalid) {
        invalid ??= new Invalid(read);
        invalid.addPart(name, result);
        result = result.value;
      }
      if (result !== undefined || isPresent) read[name] = result;
    }
    if (isOpen) {
      for (const name in given) {
        if (!declared.has(name) && name !== prototypeKey) read[name] = given[name];
      }
    }
    return invalid ?? read;
  };
}

/**
 * Validates a plain object whose keys and values all have the same type, such as a map from ids to numbers. The result
 * is a new object with the validated keys and values. `__proto__` is dropped.
 * @param key validates and can change each key. An invalid one is reported as "Invalid key in record".
 * @param of validates each value, reported under its key
 */
export function runRecord(key: Run, of: Run): Run {
  return (value) => {
    if (!isPlainObject(value)) return mistyped("record", value);
    const read: Record<string, unknown> = {};
    const invalid = new Invalid(read);
    for (const [name, sent] of Object.entries(value)) {
      if (name === prototypeKey) continue;
      const readName = key(name);
      if (readName instanceof Invalid) {
        invalid.addPart(name, new Invalid(name, "Invalid key in record"));
        continue;
      }
      if (readName === prototypeKey) continue;
      const result = of(sent);
      if (result instanceof Invalid) invalid.addPart(name, result);
      read[readName as string] = result instanceof Invalid ? result.value : result;
    }
    return invalid.issues.length > 0 ? invalid : read;
  };
}

/** Whether it's an object from JSON or a literal, even one from another realm. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
