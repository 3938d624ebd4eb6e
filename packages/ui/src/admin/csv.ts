/** Writes tables as CSV, and saves them as files. */

/**
 * Returns the rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front,
 * because users choose their own names. So does text after a semicolon or a line break, because Excel can start a new
 * cell there, for example in languages with a decimal comma. See "CSV Injection" by OWASP.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string): string {
  const safe = value.replace(/^(?=[=+\-@\t\r\n])/, "'").replace(/([;\t\r\n][ "']*)(?=[=+\-@])/g, "$1'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Downloads a string as a file. @param type its media type. Default: CSV. */
export function saveFile(name: string, text: string, type = "text/csv"): void {
  // Excel only reads UTF-8 if the file starts with this mark.
  const mark = type === "text/csv" ? "\ufeff" : "";
  const url = URL.createObjectURL(new Blob([mark, text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers only start the download after this task, so the URL can't be revoked right away.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Today's date in UTC, for file names. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
