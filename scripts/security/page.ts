/** Generates docs/auditors/security.md from the cases and the tests. */

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
  APIK: "API keys",
  JWKS: "Signing keys",
  OIDP: "OAuth provider",
  DEVC: "Device sign-in",
  EVNT: "Webhooks to other servers",
  SCIM: "SCIM provisioning",
  SSO: "Single sign-on",
  SAML: "SAML",
  FAULT: "Faults",
  AUDT: "Audit log",
  RECL: "Account recovery",
  NAME: "Display names",
  EOTP: "Email codes",
  PKEY: "Passkeys",
  MAGIC: "Magic links",
  ANON: "Guests",
  PHONE: "Phone numbers",
  STEP: "Step-up",
  DEV: "Known devices",
  REC: "Recovery with step-up",
  MULTI: "Multiple accounts",
  LAST: "Last login method",
  OTT: "One-time tokens for another domain",
  TAP: "Google One Tap",
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
    return `## ${title}\n\n| Case | Attack or fault | Expected outcome | Tests |\n|---|---|---|---|\n${rows.join("\n")}`;
  });
  return `# Security cases

Find out which attacks and faults Latchkey withstands, and which tests verify that. If you find a way around one of these cases,
report it as a vulnerability, as described in \`SECURITY.md\` in the repository.

${covered.length} of ${cases.length} cases have a test. If a case doesn't have a test, the last column gives the reason: \`open\` means that the case isn't covered yet,
and \`does not apply\` means that there's nothing to attack. All cases hold from the first release, except those marked "wave 2", which must
hold before version 1.0.

| Term | Meaning |
|---|---|
| \`401\`, \`403\`, … | The HTTP status, followed by the error code in capitals. An endpoint that redirects sends the code as \`?error=\` to an allowed URL instead. |
| nothing changes | No row is written, no email is sent, no cookie is set, and no token is used up. |
| one request succeeds | Exactly one of the concurrent requests succeeds. The others get the error. |
| the response is the same | The status, body, headers, and cookies are the same. The response time is the same, too, within measurement noise. |
| proof | An entry in a session that records that the user verified a factor, and when. It can make the session fresh. |
| marked | Set up after the user proved access to the mailbox, with an emailed secret or a provider that verified the email. A recovery doesn't remove marked items. |

${sections.join("\n\n")}

## How this page is generated

The cases are in \`scripts/data/threats.md\`. A test covers a case if the test's name starts with the case's ID. To regenerate this page, run
\`npx tsx scripts/security/write.ts\`. A test checks that the page is up to date.
`;
}

function row(
  { id, wave, attack, outcome }: ThreatCase,
  tests: readonly CoveringTest[],
  note: CaseNote | undefined,
): string {
  const files = [...new Set(tests.map(({ file }) => `\`${file}\``))];
  const holds = note?.kind === "note" ? `${outcome.replace(/\.$/, "")}. ${note.why}` : outcome;
  const reason = note && note.kind !== "note" ? [`${note.kind}: ${note.why}`] : [];
  return `| ${wave === 1 ? id : `${id}, wave ${wave}`} | ${attack} | ${holds} | ${[...files, ...reason].join(", ") || "open"} |`;
}
