/** Mail addresses: exactly one each, with nothing that a header or an SMTP command would read as more. */

import { oneLine } from "./clean.ts";

/** An address, with the name that stands before it. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Lists, comments, quoted local parts and literals are refused: software disagrees on where such an address ends. */
const single = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/** Longest address that SMTP carries (RFC 5321, section 4.5.3.1). */
const longest = 254;

/** Whether this is one bare address. */
export function isAddress(text: string): boolean {
  return text.length <= longest && single.test(text);
}

/**
 * Reads `no-reply@acme.test` or `Acme <no-reply@acme.test>`.
 * @throws {Error} it is neither
 */
export function parseMailbox(text: string): Mailbox {
  const [, quoted, plain, enclosed] = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^<>"]*))<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = enclosed ?? text.trim();
  if (!isAddress(address))
    throw new Error(`from is ${JSON.stringify(text)}: give one address, such as "Acme <no-reply@acme.test>".`);
  return { name: oneLine(quoted?.replace(/\\(.)/g, "$1") ?? plain?.trim() ?? ""), address };
}

/** A mailbox as a header has it; a name that could be read as more than a name is quoted (RFC 5322, section 3.2.4). */
export function formatMailbox({ name, address }: Mailbox): string {
  if (name === "") return address;
  const word = /^[\p{L}\p{M}\p{N} !#$%&'*+/=?^_`{|}~-]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`;
  return `${word} <${address}>`;
}

/**
 * The Message-ID of a delivery: the same each time it is tried, so that doubles can be recognised. Of a key, whatever
 * may not stand in one is written as `%` and two digits (RFC 5322, section 3.6.4).
 */
export function messageId(key: string, from: Mailbox): string {
  const bytes = Array.from(new TextEncoder().encode(key), (byte) => {
    const character = String.fromCharCode(byte);
    return /[\w-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
  });
  return `<${bytes.join("")}@${from.address.slice(from.address.indexOf("@") + 1)}>`;
}
