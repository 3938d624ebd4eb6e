/** Values from strangers, made fit for a mail: one line, of bounded length, and no link but ours. */

const longestName = 60;
const longestAddress = 254;
const longestCode = 64;

/**
 * One line of text. Line breaks would end a header, other controls hide what stands there, and those of writing
 * direction turn `gpj.exe` into `exe.jpg`. The joiner of `cleanName` stays.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2061-\u206f\ufeff]/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
}

/**
 * A name that somebody gave themselves or their organization. Whoever signs up with another's address chooses what that
 * mailbox reads: so mail clients must find no link in it. An invisible joiner after dot, colon and slash keeps them
 * from it, and leaves `Booking.com` readable.
 */
export function cleanName(name: string): string {
  return cut(oneLine(name), longestName).replace(/[./:\u3002\uff0e\uff61](?=\S)/gu, "$&\u2060");
}

/** An address to be read in a text. */
export function cleanAddress(address: string): string {
  return cut(oneLine(address), longestAddress);
}

/** A code to be typed. */
export function cleanCode(code: string): string {
  return cut(oneLine(code), longestCode);
}

/** Text as it stands in HTML, in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Counts code points: half of a surrogate pair is no text. */
function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
