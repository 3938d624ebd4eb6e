/** Bytes as text and back. Decoders are strict: what has no canonical form is `null`, never half a value. */

const encoder: TextEncoder = new TextEncoder();
// Without `ignoreBOM` a leading U+FEFF would be lost, and the text would not come back as it went in.
const decoder: TextDecoder = new TextDecoder("utf-8", { ignoreBOM: true });
const hasBuffer: boolean = typeof Buffer !== "undefined";

/** UTF-8. Half of a surrogate pair becomes U+FFFD. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The text of UTF-8 bytes. What is not UTF-8 becomes U+FFFD: decode only what was authenticated, or parse strictly after. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Standard alphabet, padded. @see RFC 4648, section 4 */
export function toBase64(bytes: Uint8Array): string {
  if (hasBuffer) return view(bytes).toString("base64");
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** `null` unless `text` is exactly what {@link toBase64} gives. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  // The platform's decoders skip what they do not know. Only what comes back the same was well formed.
  const bytes = hasBuffer ? new Uint8Array(Buffer.from(text, "base64")) : decodeBinary(text);
  return bytes && toBase64(bytes) === text ? bytes : null;
}

/** URL-safe alphabet, no padding. @see RFC 4648, section 5 */
export function toBase64Url(bytes: Uint8Array): string {
  if (hasBuffer) return view(bytes).toString("base64url");
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** `null` unless `text` is exactly what {@link toBase64Url} gives. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = hasBuffer
    ? new Uint8Array(Buffer.from(text, "base64url"))
    : decodeBinary(text.replaceAll("-", "+").replaceAll("_", "/"));
  return bytes && toBase64Url(bytes) === text ? bytes : null;
}

/** Lower case, two digits a byte. @see RFC 4648, section 8 */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** `null` unless `text` is an even number of hexadecimal digits, in either case. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 2 !== 0 || /[^0-9a-f]/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
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
