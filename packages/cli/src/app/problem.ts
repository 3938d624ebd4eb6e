/** An error of the app, as the command shows it. */

/** The message, its causes, and the app's own lines of the stack. @param folder of the app */
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
