/** Generates the pages of security cases, docs/auditors/security.md and those below it, from the cases and the tests. */

import { basename } from "node:path";
import { anchorOf } from "../../docs/blocks.ts";
import type { CaseNote, CaseNotes, CasePage, CaseSection, CoveringTest, ThreatCase } from "./cases.ts";

/** The tests by case id. */
type Tests = ReadonlyMap<string, readonly CoveringTest[]>;

/** Returns the pages as Markdown, by path in the docs folder. */
export function securityPages(pages: readonly CasePage[], tests: Tests, notes: CaseNotes): Map<string, string> {
  return new Map([
    ["auditors/security.md", overview(pages, tests)],
    ...pages.map((page) => [`auditors/security/${page.name}.md`, casesPage(page, tests, notes)] as const),
  ]);
}

function overview(pages: readonly CasePage[], tests: Tests): string {
  const cases = pages.flatMap(casesOn);
  const covered = cases.filter(({ id }) => tests.has(id));
  return `# Security cases

Look up the attacks and faults that Latchkey withstands, and the tests that prove it. If you can get around one of these protections,
report it as a vulnerability. \`SECURITY.md\` in the repository explains how.

${covered.length} of ${cases.length} cases have a test. If a case doesn't have one, the **Tests** column on the case's page gives the reason: \`open\` means that the case isn't covered yet,
and \`does not apply\` means that the attack isn't possible in Latchkey.

| Page | Sections | Cases |
|---|---|---|
${pages.map(overviewRow).join("\n")}

## Terms

| Term | Meaning |
|---|---|
| \`401\`, \`403\`, … | The HTTP status, followed by the error code in uppercase. An endpoint that redirects adds the code to an allowed URL as \`?error=\` instead. |
| nothing changes | No row is written, no email is sent, no cookie is set, and no token is used up. |
| exactly one request succeeds | One of the concurrent requests succeeds. All others get an error. |
| the response is the same | The status, body, headers, and cookies are the same. The response time is also the same, within measurement noise. |
| proof | A record in the session of which factor the user verified, and when. A recent proof can make the session fresh. |
| marked | Describes a sign-in method, factor, or session that was set up after the user proved access to an email address, with an emailed secret or with a provider that verified the address. An account recovery with that address keeps it. |

## How these pages are generated

The cases are in \`scripts/data/threats\`. A test covers a case if the test's name starts with the case's ID. To regenerate the pages, run
\`npx tsx scripts/security/write.ts\`. A test checks that the pages are up to date.
`;
}

function overviewRow(page: CasePage): string {
  const path = `security/${page.name}.md`;
  const sections = page.sections.map(({ title }) => `[${title}](${path}#${anchorOf(title)})`);
  return `| [${page.title}](${path}) | ${sections.join(", ")} | ${casesOn(page).length} |`;
}

function casesOn({ sections }: CasePage): ThreatCase[] {
  return sections.flatMap(({ cases }) => cases);
}

function casesPage({ title, intro, sections }: CasePage, tests: Tests, notes: CaseNotes): string {
  return `# ${title}

${intro}
For definitions, see [Security cases](../security.md#terms).

${sections.map((section) => sectionOf(section, tests, notes)).join("\n\n")}
`;
}

function sectionOf({ title, intro, cases }: CaseSection, tests: Tests, notes: CaseNotes): string {
  const rows = cases.map((one) => row(one, tests.get(one.id) ?? [], notes[one.id]));
  const table = `| Case | Attack or fault | Expected outcome | Tests |\n|---|---|---|---|\n${rows.join("\n")}`;
  return [`## ${title}`, ...(intro === "" ? [] : [intro]), table].join("\n\n");
}

function row({ id, attack, outcome }: ThreatCase, tests: readonly CoveringTest[], note: CaseNote | undefined): string {
  const files = [...new Set(tests.map(({ file }) => file))].map((file) => `[${basename(file)}](../../../${file})`);
  const holds = note?.kind === "note" ? `${outcome.replace(/\.$/, "")}. ${note.why}` : outcome;
  const reason = note && note.kind !== "note" ? [`${note.kind}: ${note.why}`] : [];
  return `| ${id} | ${attack} | ${holds} | ${[...files, ...reason].join(", ")} |`;
}
