/**
 * Reads CBOR as authenticators write it: integers, byte and text strings, arrays, maps, booleans, and null, all with
 * definite lengths. Everything else is rejected, as are duplicate keys and lengths beyond the end.
 * @see RFC 8949; CTAP 2.1, section 8
 */

import { reject } from "./error.ts";

/** A decoded value. */
export type CborValue = number | string | boolean | null | Uint8Array<ArrayBuffer> | readonly CborValue[] | CborMap;

/** A decoded map. Its keys are integers or strings. */
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** A decoded value, and the offset after it. */
export interface DecodedItem {
  readonly value: CborValue;
  readonly end: number;
}

/** Maximum nesting depth. Authenticators use at most 4 levels. */
const maxDepth = 8;

/** Reads all of the bytes. @throws {WebAuthnError} if they aren't exactly one value */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const { value, end } = decodeCborItem(bytes, 0);
  return end === bytes.length ? value : reject("cbor");
}

/** Reads the value at an offset. @throws {WebAuthnError} if it isn't valid */
export function decodeCborItem(bytes: Uint8Array, offset: number): DecodedItem {
  const reader = new Reader(bytes, offset);
  const value = reader.read(0);
  return { value, end: reader.offset };
}

/** Whether a value is a map. */
export function isCborMap(value: CborValue | undefined): value is CborMap {
  return value instanceof Map;
}

class Reader {
  offset: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.offset = offset;
  }

  read(depth: number): CborValue {
    if (depth > maxDepth) reject("cbor: nested too deeply");
    const [head = 0] = this.#take(1);
    const [major, detail] = [head >> 5, head & 31];
    if (major === 7) return readSimple(detail);
    const argument = this.#readArgument(detail);
    if (major === 0) return argument;
    if (major === 1) return -1 - argument;
    if (major === 2) return this.#take(argument);
    if (major === 3) return readText(this.#take(argument));
    if (major === 4) return this.#readArray(argument, depth);
    if (major === 5) return this.#readMap(argument, depth);
    return reject("cbor: unsupported item");
  }

  #readArray(length: number, depth: number): CborValue[] {
    // Each item has at least one byte, so an attacker can't make this loop longer than the input.
    if (length > this.#bytes.length - this.offset) reject("cbor");
    const items: CborValue[] = [];
    for (let index = 0; index < length; index++) items.push(this.read(depth + 1));
    return items;
  }

  #readMap(length: number, depth: number): CborMap {
    if (2 * length > this.#bytes.length - this.offset) reject("cbor");
    const entries = new Map<number | string, CborValue>();
    for (let index = 0; index < length; index++) {
      const key = this.read(depth + 1);
      if (typeof key !== "number" && typeof key !== "string") return reject("cbor: unsupported item");
      if (entries.has(key)) reject("cbor: duplicate key");
      entries.set(key, this.read(depth + 1));
    }
    return entries;
  }

  #readArgument(detail: number): number {
    if (detail < 24) return detail;
    if (detail > 27) return reject("cbor: unsupported item");
    let value = 0;
    for (const byte of this.#take(1 << (detail - 24))) value = value * 256 + byte;
    return Number.isSafeInteger(value) ? value : reject("cbor: unsupported item");
  }

  #take(length: number): Uint8Array<ArrayBuffer> {
    const end = this.offset + length;
    if (end > this.#bytes.length) reject("cbor");
    const taken = new Uint8Array(this.#bytes.slice(this.offset, end));
    this.offset = end;
    return taken;
  }
}

function readSimple(detail: number): CborValue {
  if (detail === 20) return false;
  if (detail === 21) return true;
  return detail === 22 ? null : reject("cbor: unsupported item");
}

const strictDecoder: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readText(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return reject("cbor");
  }
}
