/** Values that can be determined from the source without running it. */

/** A static value. */
export type StaticValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | UnknownValue
  | CallValue
  | StaticList
  | StaticObject;

/** A list. Each entry can be unknown. */
export type StaticList = readonly StaticValue[];

/** An object literal. The key `...` has the unknown value that was spread into it. */
export interface StaticObject {
  readonly [name: string]: StaticValue;
}

/** A value that is only known at run time. */
export class UnknownValue {
  /** The source text, shortened. */
  readonly text: string;
  /** Whether it's a function. */
  readonly isFunction: boolean;

  constructor(text: string, isFunction = false) {
    this.text = text.length > 60 ? `${text.slice(0, 57)}…` : text;
    this.isFunction = isFunction;
  }
}

/** The result of a call or `new`: the function, its module, and its arguments. */
export class CallValue {
  /** The exported name, such as `sqlAdapter` or `default`. */
  readonly name: string;
  /** The module, or `null` if the function isn't imported. */
  readonly from: string | null;
  readonly args: StaticList;

  constructor(name: string, from: string | null, args: StaticList) {
    this.name = name;
    this.from = from;
    this.args = args;
  }
}

/** Whether the value is an object literal, whose properties can be read. */
export function isObject(value: StaticValue): value is StaticObject {
  return typeof value === "object" && value !== null && !isList(value) && !isOpaque(value);
}

/** Whether the value is only known at run time. */
export function isOpaque(value: StaticValue): value is UnknownValue | CallValue {
  return value instanceof UnknownValue || value instanceof CallValue;
}

/** Whether the value is a list. */
export function isList(value: StaticValue): value is StaticList {
  return Array.isArray(value);
}

/** Returns the value at a path of names, or `undefined` if a name is missing. Opaque values are returned unchanged. */
export function valueAt(value: StaticValue, ...path: readonly string[]): StaticValue {
  let found = value;
  for (const name of path) {
    if (!isObject(found)) return isOpaque(found) ? found : undefined;
    found = Object.hasOwn(found, name) ? found[name] : found["..."];
  }
  return found;
}
