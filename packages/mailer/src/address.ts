/** Parses and formats email addresses. Each is exactly one address that headers and SMTP commands can't misread. */

import { oneLine } from "./clean.ts";

/** An email address and its display name. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Rejects lists, comments, quoted local parts, and literals. Software disagrees on where such an address ends. */
const addressPattern = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/** Maximum length that SMTP allows (RFC 5321, section 4.5.3.1). */
const maxAddressLength = 254;

/** Whether the text is a single bare email address. */
export function isAddress(text: string): boolean {
  return text.length <= maxAddressLength && addressPattern.test(text);
}

/**
 * Parses `no-reply@acme.test` or `Acme <no-reply@acme.test>`.
 *
 * @throws {Error} if it's neither
 */
export function parseMailbox(text: string): Mailbox {
  const [, quoted, plain, enclosed] = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^<>"]*))<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = enclosed ?? text.trim();
  if (!isAddress(address))
    throw new Error(`from is ${JSON.stringify(text)}. Use a single email, such as "Acme <no-reply@acme.test>".`);
  return { name: oneLine(quoted?.replace(/\\(.)/g, "$1") ?? plain?.trim() ?? ""), address };
}

/** Formats a mailbox for a header. Quotes names with special characters (RFC 5322, section 3.2.4). */
export function formatMailbox({ name, address }: Mailbox): string {
  if (name === "") return address;
  const word = /^[\p{L}\p{M}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`;
  return `${word} <${address}>`;
}

/**
 * Returns the Message-ID of a delivery. It's the same for every attempt, so that duplicates can be detected. Characters
 * of the key that aren't allowed in one are written as `%` and two hex digits (RFC 5322, section 3.6.4).
 */
export function messageId(key: string, from: Mailbox): string {
  const bytes = Array.from(new TextEncoder().encode(key), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
  });
  return `<${bytes.join("")}@${from.address.slice(from.address.indexOf("@") + 1)}>`;
}
