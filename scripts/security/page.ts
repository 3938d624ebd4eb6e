/** docs/security.md, from the cases and the tests. */

import type { CaseNote, CaseNotes, CoveringTest, ThreatCase } from "./cases.ts";

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
  notes: CaseNotes,
): string {
  const covered = cases.filter(({ id }) => tests.has(id));
  const sections = Object.entries(groups).map(([group, title]) => {
    const rows = cases
      .filter(({ id }) => id.startsWith(`${group}-`))
      .map((one) => row(one, tests.get(one.id) ?? [], notes[one.id]));
    return `## ${title}\n\n| case | wave | attack or fault | what holds | tests |\n|---|---|---|---|---|\n${rows.join("\n")}`;
  });
  return `# Security

What the library must withstand, case by case, with the tests that show it. This page is made from the cases and the
names of the tests by \`npx tsx scripts/security/write.ts\`; a test compares the two.

Wave 1 holds in the first release, wave 2 before 1.0. ${covered.length} of ${cases.length} cases have a test. Of those
without one the table says why: they are open, or do not apply.

${sections.join("\n\n")}
`;
}

function row(
  { id, wave, attack, outcome }: ThreatCase,
  tests: readonly CoveringTest[],
  note: CaseNote | undefined,
): string {
  const files = [...new Set(tests.map(({ file }) => `\`${file}\``))];
  const holds = note?.kind === "note" ? `${outcome}. ${note.why}` : outcome;
  const reason = note && note.kind !== "note" ? [`${note.kind}: ${note.why}`] : [];
  return `| ${id} | ${wave} | ${attack} | ${holds} | ${[...files, ...reason].join(", ") || "open"} |`;
}
