/** Scopes of a provider's tokens as the column `scope` holds them: separated by commas, as better-auth stores them. */

/** The scopes in a stored or sent text, separated by commas, blanks, or both: rows of either form are read. */
export function readScopes(text: string | null | undefined): string[] {
  return [...new Set(text?.split(/[\s,]+/).filter(Boolean) ?? [])];
}

/** The text to store; `undefined` if there are none. */
export function writeScopes(scopes: readonly string[]): string | undefined {
  return scopes.length > 0 ? scopes.join(",") : undefined;
}
