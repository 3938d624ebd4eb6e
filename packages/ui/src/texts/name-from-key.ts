/** Derives names for resources, actions, and fields that the app added without a text. */

/** Converts the key of a resource, action, or field to words: `auditExport` and `audit-export` become `Audit export`. */
export function nameFromKey(key: string): string {
  const words = key
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ")
    .split(/[\s_-]+/)
    .filter((word) => word !== "")
    .map((word) => (/^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word))
    .join(" ");
  return words === "" ? key : words.charAt(0).toUpperCase() + words.slice(1);
}
