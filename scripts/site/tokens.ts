/** The colours of the ready-made screens, as the site's style sheet takes them. */

/** @throws {Error} the sheet has no tokens where they are expected */
export function tokensOf(sheet: string): string {
  const light = tokensIn(sheet, ":root {");
  const dark = tokensIn(sheet, '[data-theme="dark"] {');
  return `:root {\n${light.join("\n")}\n}\n\n.dark {\n${dark.join("\n")}\n}\n`;
}

function tokensIn(sheet: string, selector: string): string[] {
  const start = sheet.indexOf(selector);
  const found = start < 0 ? null : sheet.slice(start, sheet.indexOf("}", start)).match(/--lk-[\w-]+: [^;]+;/g);
  if (!found) throw new Error(`The style sheet has no tokens below ${selector}`);
  return found.map((line) => `  ${line}`);
}
