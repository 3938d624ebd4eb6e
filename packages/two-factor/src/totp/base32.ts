/** Base32, the encoding of authenticator app secrets. RFC 4648, section 6, without padding. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes bytes in uppercase, without padding: 8 characters for every 5 bytes. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xff_ff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(buffer >>> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}

/**
 * Decodes base32. Case, spaces, and padding don't matter. Drops bits at the end that don't make a whole byte.
 *
 * @throws {TypeError} if it contains any other character
 */
export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const character of text.toUpperCase().replace(/[\s=]/g, "")) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw new TypeError("The secret isn't base32.");
    buffer = ((buffer << 5) | value) & 0xff_ff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >>> bits) & 255);
  }
  return Uint8Array.from(bytes);
}
