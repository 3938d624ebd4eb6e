/**
 * Decodes messages to text. Separate from the code that reads XML, so that sending a request doesn't load an XML
 * library.
 */

import { reject } from "./errors.ts";

const maxBytes = 262_144;

/**
 * Decodes the form field of the POST binding.
 * @throws {SamlError} `SAML_INVALID_ENCODING` if it isn't base64 of UTF-8, `SAML_INVALID_XML` if it exceeds 256 kB
 */
export function decodePost(field: string): string {
  const base64 =
    field.length > maxBytes * 1.5 ? reject("SAML_INVALID_XML", "it's too long") : field.replace(/[\r\n]/g, "");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) reject("SAML_INVALID_ENCODING");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > maxBytes) reject("SAML_INVALID_XML", "it's too long");
  return decodeText(bytes);
}

/** @throws {SamlError} `SAML_INVALID_ENCODING` if the bytes aren't UTF-8 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return reject("SAML_INVALID_ENCODING", "not UTF-8");
  }
}
