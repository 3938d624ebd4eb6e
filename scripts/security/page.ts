/** docs/security.md, from the cases and the tests. */

import type { CoveringTest, ThreatCase } from "./cases.ts";

const groups: Readonly<Record<string, string>> = {
  CSRF: "CSRF and origin",
  REDIR: "Redirect targets and trusted origins",
  SESS: "Sessions and cookies",
  ENUM: "Enumeration and timing",
  PASS: "Passwords",
  TOK: "One-time tokens",
  JWT: "Signed tokens",
  OAUTH: "OAuth and social sign-in",
  TFA: "Two-factor",
  ORG: "Organizations, teams, invitations",
  ADMIN: "Admin",
  RATE: "Rate limiting",
  WEBH: "Webhooks",
  INPUT: "Input",
  HTTP: "HTTP and routing",
  KEY: "Secrets and keys",
  LOG: "Logs and errors",
  FAULT: "Faults",
};

/** The page as Markdown. */
export function securityPage(
  cases: readonly ThreatCase[],
  tests: ReadonlyMap<string, readonly CoveringTest[]>,
): string {
  const covered = cases.filter(({ id }) => tests.has(id));
  const sections = Object.entries(groups).map(([group, title]) => {
    const rows = cases.filter(({ id }) => id.startsWith(`${group}-`)).map((one) => row(one, tests.get(one.id) ?? []));
    return `## ${title}\n\n| case | wave | attack or fault | what holds | tests |\n|---|---|---|---|---|\n${rows.join("\n")}`;
  });
  return `# Security

What the library must withstand, case by case, with the tests that show it. This page is made from the cases and the
names of the tests by \`npx tsx scripts/security/write.ts\`; a test compares the two.

Wave 1 holds in the first release, wave 2 before 1.0. ${covered.length} of ${cases.length} cases have a test so far;
those without one belong to features that are still being built, or are named as open here.

${sections.join("\n\n")}
`;
}

function row({ id, wave, attack, outcome }: ThreatCase, tests: readonly CoveringTest[]): string {
  const files = [...new Set(tests.map(({ file }) => `\`${file}\``))];
  return `| ${id} | ${wave} | ${attack} | ${outcome} | ${files.join(", ") || "open"} |`;
}
