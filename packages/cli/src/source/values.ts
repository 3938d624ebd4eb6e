/** What can be known of an expression without running it. */

/** A value that stands in the source, as far as it does. */
export type Static = string | number | boolean | null | undefined | Unknown | Made | StaticList | StaticObject;

/** A list, each entry as far as it is known. */
export type StaticList = readonly Static[];

/** An object literal. Under `...` stands what was spread into it and is not known. */
export interface StaticObject {
  readonly [name: string]: Static;
}

/** Something that only running the app would tell. */
export class Unknown {
  /** As the source has it, cut short. */
  readonly text: string;
  /** A function is there, whatever it does. */
  readonly isFunction: boolean;

  constructor(text: string, isFunction = false) {
    this.text = text.length > 60 ? `${text.slice(0, 57)}…` : text;
    this.isFunction = isFunction;
  }
}

/** What a call or `new` gives: which function of which module, with what. */
export class Made {
  /** As the module exports it: `sqlAdapter`, `default`. */
  readonly name: string;
  /** The module; `null` where the function is of no import. */
  readonly from: string | null;
  readonly args: StaticList;

  constructor(name: string, from: string | null, args: StaticList) {
    this.name = name;
    this.from = from;
    this.args = args;
  }
}

/** Whether it is an object literal, so that its names can be asked for. */
export function isObject(value: Static): value is StaticObject {
  return typeof value === "object" && value !== null && !isList(value) && !isOpaque(value);
}

/** Whether only running the app would tell what it comes to. */
export function isOpaque(value: Static): value is Unknown | Made {
  return value instanceof Unknown || value instanceof Made;
}

/** Whether it is a list. */
export function isList(value: Static): value is StaticList {
  return Array.isArray(value);
}

/** The value at a path of names; `undefined` where a name is not there; what is opaque stays so. */
export function at(value: Static, ...path: readonly string[]): Static {
  let found = value;
  for (const name of path) {
    if (!isObject(found)) return isOpaque(found) ? found : undefined;
    found = Object.hasOwn(found, name) ? found[name] : found["..."];
  }
  return found;
}
