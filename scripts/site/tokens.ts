/** Converts the tokens of the prebuilt components to the site's stylesheet. */

/** @throws {Error} if the stylesheet has no tokens in the expected place */
export function tokensOf(sheet: string): string {
  const start = sheet.indexOf(":root {");
  const found = start < 0 ? null : sheet.slice(start, sheet.indexOf("\n  }", start)).match(/--lk-[\w-]+:[^;]+;/g);
  if (!found) throw new Error("The style sheet has no tokens below :root {");
  const lines = found.map((line) => `  ${line}`).join("\n");
  // The site switches themes with a class, and its own styles only set the color scheme of the dark one.
  return `:root {\n  color-scheme: light;\n${lines}\n}\n\n.dark {\n  color-scheme: dark;\n}\n`;
}
