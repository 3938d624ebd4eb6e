/** Encodes and decodes bytes as text. Decoders are strict: input that isn't in canonical form returns `null`. */

const encoder: TextEncoder = new TextEncoder();
// Without `ignoreBOM`, a leading U+FEFF would be lost and the text would change.
const decoder: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
const hasBuffer: boolean = typeof Buffer !== "undefined";

/** Encodes text as UTF-8. Unpaired surrogates become U+FFFD. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Whether the text has no unpaired surrogates, which would turn into a different character once stored. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Decodes UTF-8. Invalid bytes become U+FFFD, so only decode authenticated data, or parse the result strictly. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Standard alphabet, with padding. @see RFC 4648, section 4 */
export function toBase64(bytes: Uint8Array): string {
  if (hasBuffer) return view(bytes).toString("base64");
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Returns `null` unless `text` is exactly what {@link toBase64} returns. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  // The platform's decoders skip unknown characters. Encoding again detects malformed input.
  const bytes = hasBuffer ? new Uint8Array(Buffer.from(text, "base64")) : decodeBinary(text);
  return bytes && toBase64(bytes) === text ? bytes : null;
}

/** URL-safe alphabet, without padding. @see RFC 4648, section 5 */
export function toBase64Url(bytes: Uint8Array): string {
  if (hasBuffer) return view(bytes).toString("base64url");
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns `null` unless `text` is exactly what {@link toBase64Url} returns. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = hasBuffer
    ? new Uint8Array(Buffer.from(text, "base64url"))
    : decodeBinary(text.replaceAll("-", "+").replaceAll("_", "/"));
  return bytes && toBase64Url(bytes) === text ? bytes : null;
}

/** Lowercase, two digits per byte. @see RFC 4648, section 8 */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns `null` unless `text` is an even number of hex digits, in either case. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 2 !== 0 || /[^0-9a-f]/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/**
 * Decodes base64url to text. Only for text that is authenticated afterward: unlike {@link fromBase64Url}, it also
 * accepts input that isn't in canonical form.
 */
export function textFromBase64Url(text: string): string | null {
  if (hasBuffer) return Buffer.from(text, "base64url").toString();
  const bytes = fromBase64Url(text);
  return bytes && fromUtf8(bytes);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function decodeBinary(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
