/** Formats the app's error for display. */

/**
 * Returns the message, its causes, and the stack lines in the app's code.
 * @param folder the app's folder
 */
export function describeProblem(problem: unknown, folder: string): string {
  if (!(problem instanceof Error)) return String(problem);
  const own = (problem.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && line.includes(folder) && !line.includes("node_modules"))
    .slice(0, 3)
    .map((line) => `  ${line.trim()}`);
  return [`${problem.name}: ${problem.message}`, ...causes(problem), ...own].join("\n");
}

function causes({ message, cause }: Error): string[] {
  if (!(cause instanceof Error) || message.includes(cause.message)) return [];
  return [`Caused by ${cause.name}: ${cause.message}`, ...causes(cause)];
}
