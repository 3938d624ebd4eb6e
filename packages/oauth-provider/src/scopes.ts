/** Functions for space-separated lists, such as scopes. */

/** Splits a list. Repeated words count once. */
export function splitWords(text: string | undefined): string[] {
  return [...new Set((text ?? "").split(" ").filter((word) => word !== ""))];
}

/** Whether every word is allowed. */
export function isSubset(words: readonly string[], allowed: readonly string[]): boolean {
  return words.every((word) => allowed.includes(word));
}

/** The scope that requests access to one of the user's organizations. */
export const organizationScope = "organization";

/** Scopes that belong to the provider itself. */
export const builtInScopes: ReadonlySet<string> = new Set([
  "openid",
  "profile",
  "email",
  "offline_access",
  organizationScope,
]);
