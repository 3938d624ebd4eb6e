/** The formats of an exported audit log. */

import type { AuditRow } from "@latchkey/core";

/** Converts entries to text. */
export interface AuditFormat {
  readonly contentType: string;
  readonly extension: string;
  /** The first line. Empty if there's none. */
  readonly header: string;
  /** Returns an entry's line. */
  readonly line: (entry: AuditRow) => string;
}

const columns = [
  "id",
  "createdAt",
  "action",
  "actorId",
  "actorType",
  "onBehalfOf",
  "userId",
  "organizationId",
  "ipAddress",
  "userAgent",
  "count",
  "data",
] as const;

/** The formats by name. */
export const formats: Readonly<Record<"ndjson" | "csv", AuditFormat>> = {
  ndjson: {
    contentType: "application/x-ndjson",
    extension: "ndjson",
    header: "",
    line: (entry) => `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, entry[name] ?? null])))}\n`,
  },
  csv: {
    contentType: "text/csv; charset=utf-8",
    extension: "csv",
    // Excel only reads UTF-8 if the file starts with a byte order mark.
    header: `\ufeff${columns.join(",")}\r\n`,
    line: (entry) => `${columns.map((name) => cell(entry[name])).join(",")}\r\n`,
  },
};

/**
 * Returns an RFC 4180 cell. A value that a spreadsheet would run as a formula gets an apostrophe as a prefix, because
 * strangers choose user agents, and users choose their names. The same applies after a semicolon or a line break,
 * because Excel starts a new cell there in languages with a decimal comma. East Asian versions also accept the
 * full-width characters.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = value instanceof Date ? value.toISOString() : typeof value === "string" ? value : JSON.stringify(value);
  const safe = text.replace(/^(?=[=+\-@＝＋－＠\t\r\n])/, "'").replace(/([;\t\r\n][ "']*)(?=[=+\-@＝＋－＠])/g, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}
