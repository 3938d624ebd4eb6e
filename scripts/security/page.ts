/** Generates docs/security.md from the cases and the tests. */

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
  INVT: "Invitation links",
  ROLE: "Roles in organizations",
  ADMIN: "Admin",
  RATE: "Rate limiting",
  WEBH: "Webhooks",
  INPUT: "Input",
  HTTP: "HTTP and routing",
  KEY: "Secrets and keys",
  LOG: "Logs and errors",
  CONS: "Dev console",
  FAULT: "Faults",
  RECL: "Recovery",
};

/** Returns the page as Markdown. */
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
    return `## ${title}\n\n| Case | Wave | Attack or fault | Outcome | Tests |\n|---|---|---|---|---|\n${rows.join("\n")}`;
  });
  return `# Security cases

See which attacks and faults Latchkey withstands, and which tests show it. A way around any of these cases is a
vulnerability: \`SECURITY.md\` in the repository says how to report it.

${covered.length} of ${cases.length} cases have a test. For the others, the last column says why they don't: \`open\` means that nothing
protects against the case yet, \`does not apply\` that there is nothing to attack. Cases of wave 1 hold in the first
release, cases of wave 2 before 1.0.

<details>
<summary>Where this page comes from</summary>

The cases are in \`scripts/data/threats.md\`. A test belongs to a case if its name starts with the case's id. Run
\`npx tsx scripts/security/write.ts\` to write the page again; a test compares the two.

</details>

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
