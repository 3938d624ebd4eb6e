/** Writes CBOR the way authenticators do. */

/** A value to encode. Keys of maps keep their order. */
export type CborInput =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly CborInput[]
  | ReadonlyMap<number | string, CborInput>;

/** Encodes a value in CBOR. @see RFC 8949 */
export function encodeCbor(value: CborInput): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytesOf(value));
}

function bytesOf(value: CborInput): number[] {
  if (value === null) return [0xf6];
  if (typeof value === "boolean") return [value ? 0xf5 : 0xf4];
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") {
    const text = new TextEncoder().encode(value);
    return [...head(3, text.length), ...text];
  }
  if (value instanceof Uint8Array) return [...head(2, value.length), ...value];
  if (value instanceof Map) {
    return [...head(5, value.size), ...[...value].flatMap(([key, one]) => [...bytesOf(key), ...bytesOf(one)])];
  }
  const items = value as readonly CborInput[];
  return [...head(4, items.length), ...items.flatMap(bytesOf)];
}

function head(major: number, argument: number): number[] {
  const first = major << 5;
  if (argument < 24) return [first | argument];
  if (argument < 2 ** 8) return [first | 24, argument];
  if (argument < 2 ** 16) return [first | 25, argument >> 8, argument & 255];
  return [first | 26, argument >>> 24, (argument >> 16) & 255, (argument >> 8) & 255, argument & 255];
}
