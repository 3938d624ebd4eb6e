/** Cleans untrusted values for emails: a single line of limited length, without links. */

const maxNameLength = 60;
const maxAddressLength = 254;
const maxCodeLength = 64;

/**
 * Returns one line of text. Line breaks would end a header, other control characters can hide text, and direction
 * controls can turn `gpj.exe` into `exe.jpg`. Keeps the joiner that `cleanName` adds.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2061-\u206f\ufeff]/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

/**
 * Cleans a name that a user chose for themselves or their organization. Anyone who signs up with another person's email
 * chooses text that lands in that mailbox, so email clients must not find a link in it. An invisible joiner after dots,
 * colons, and slashes prevents that and keeps `Booking.com` readable.
 */
export function cleanName(name: string): string {
  return truncate(oneLine(name), maxNameLength).replace(/[./:\u3002\uff0e\uff61](?=\S)/gu, "$&\u2060");
}

/** Cleans an email address for display. */
export function cleanAddress(address: string): string {
  return truncate(oneLine(address), maxAddressLength);
}

/** Cleans a verification code. */
export function cleanCode(code: string): string {
  return truncate(oneLine(code), maxCodeLength);
}

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Counts code points, so that it never splits a surrogate pair. */
function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
