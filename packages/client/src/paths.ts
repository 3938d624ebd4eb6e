/** Patterns of paths. */

/** Whether a path is named by a pattern: exactly, or, where the pattern ends in `*`, by how it begins. */
export function matches(path: string, pattern: string): boolean {
  return pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** Whether any of the patterns names the path. */
export function matchesAny(path: string, patterns: readonly string[] = []): boolean {
  return patterns.some((pattern) => matches(path, pattern));
}
