/** Converts scopes to and from the `scope` column, which separates them with commas like better-auth. */

/** Parses scopes separated by commas, whitespace, or both, so that rows in either form can be read. */
export function readScopes(text: string | null | undefined): string[] {
  return [...new Set(text?.split(/[\s,]+/).filter(Boolean) ?? [])];
}

/** Formats scopes for storage. `undefined` if there are none. */
export function writeScopes(scopes: readonly string[]): string | undefined {
  return scopes.length > 0 ? scopes.join(",") : undefined;
}
