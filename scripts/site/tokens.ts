/** Converts the colors of the prebuilt components to the site's stylesheet. */

/** @throws {Error} if the stylesheet has no tokens in the expected places */
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
