/** Converts values from a file to database values. */

import type { Column } from "@latchkey/core/database";

/** A value that can't be converted to its column's type. */
export class UnreadableValue extends Error {}

/**
 * Converts a value for a column. Empty text becomes `null`.
 * @throws {UnreadableValue} with the end of a sentence that starts with the column's name
 */
export function readValue({ type }: Pick<Column, "type">, raw: unknown): unknown {
  if (raw === undefined || raw === null || raw === "") return null;
  switch (type) {
    case "string":
    case "text":
      return asText(raw);
    case "number":
      return asNumber(raw);
    case "boolean":
      return asBoolean(raw);
    case "date":
      return asDate(raw);
    case "json":
      return typeof raw === "string" ? asJson(raw) : raw;
  }
}

function asText(raw: unknown): string {
  if (typeof raw === "string") {
    // The replacement character represents bytes that weren't valid UTF-8, so the original text is lost.
    if (raw.includes("\ufffd")) throw new UnreadableValue("has characters that aren't UTF-8. Save the file as UTF-8");
    return raw;
  }
  if (typeof raw === "number" || typeof raw === "bigint") return String(raw);
  throw new UnreadableValue("isn't text");
}

function asNumber(raw: unknown): number {
  const number = typeof raw === "string" ? Number(raw) : raw;
  if (Number.isSafeInteger(number)) return number as number;
  throw new UnreadableValue(`isn't a whole number: ${preview(raw)}`);
}

function asBoolean(raw: unknown): boolean {
  const word = String(raw).trim().toLowerCase();
  if (/^(?:true|t|yes|y|1)$/.test(word)) return true;
  if (/^(?:false|f|no|n|0)$/.test(word)) return false;
  throw new UnreadableValue(`is neither true nor false: ${preview(raw)}`);
}

/**
 * Accepts ISO 8601 with a time zone, or only a date. Numbers with 12 or more digits are milliseconds since 1970.
 * Shorter ones are seconds.
 */
function asDate(raw: unknown): Date {
  const text = String(raw).trim();
  const isNumber = /^\d{9,14}$/.test(text);
  const isIso = /^\d{4}-\d\d-\d\d(?:$|[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)$)/i.test(text);
  const iso = text
    .replace(" UTC", "Z")
    .replace(/ ?([+-]\d\d)(?::?(\d\d))?$/, (all, hours: string, minutes = "00") =>
      text.includes(":") ? `${hours}:${minutes}` : all,
    );
  const date = isNumber
    ? new Date(Number(text) * (text.length < 12 ? 1000 : 1))
    : new Date(isIso ? iso.replace(" ", "T") : "");
  if (!Number.isNaN(date.getTime())) return date;
  throw new UnreadableValue(
    `isn't a date, or a time with a time zone: ${preview(raw)}. Use the format 2026-01-31T12:00:00Z`,
  );
}

function asJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new UnreadableValue("isn't JSON");
  }
}

function preview(raw: unknown): string {
  const text = String(raw);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
