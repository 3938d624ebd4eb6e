/** Prints findings for people to read. */

import type { Terminal } from "../terminal.ts";
import { type Finding, pluralize, type Severity } from "./finding.ts";

const order: readonly Severity[] = ["error", "warning", "note"];
const colors = { error: "red", warning: "yellow", note: "cyan" } as const;

/** Prints the findings, most severe first, and a summary line. */
export function printReport(findings: readonly Finding[], { out, paint }: Pick<Terminal, "out" | "paint">): void {
  for (const severity of order) {
    for (const finding of findings.filter((one) => one.severity === severity)) {
      out(`${paint(colors[severity], severity.padEnd(7))} ${finding.title}`);
      if (finding.detail) out(`        ${finding.detail}`);
      out(`        ${paint("dim", "→")} ${finding.step}`);
      out("");
    }
  }
  out(summary(findings));
}

function summary(findings: readonly Finding[]): string {
  const [errors, warnings] = order.map((severity) => findings.filter((one) => one.severity === severity).length);
  if (!errors && !warnings) return "No problems found.";
  const counts = `${pluralize(errors ?? 0, "error")}, ${pluralize(warnings ?? 0, "warning")}.`;
  return errors ? `${counts} Fix errors first: they can lock users out or make your app unsafe.` : counts;
}
