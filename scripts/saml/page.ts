/** Updates docs/auditors/saml.md, which shows how this library and others handle forged responses. */

import { type Outcome, peers, type TableRow } from "../../packages/sso/test/saml/peers.ts";

const begin = "<!-- begin attacks -->";
const end = "<!-- end attacks -->";

const words: Readonly<Record<Outcome, string>> = {
  rejected: "Rejected",
  accepted: "Accepted",
  attacker: "**Reads the forged user**",
};

/** Puts the table into the page, between its markers. */
export function withTable(page: string, rows: readonly TableRow[]): string {
  const head = page.slice(0, page.indexOf(begin) + begin.length);
  const tail = page.slice(page.indexOf(end));
  return `${head}\n\n${attackTable(rows)}\n\n${tail}`;
}

/** The table, in Markdown. The first two rows are valid responses, which every library must accept. */
export function attackTable(rows: readonly TableRow[]): string {
  const names = ["Latchkey", ...peers.map(({ name, version }) => `${name} ${version}`)];
  const cells = rows.map(({ description, outcomes }) => [
    description,
    ...["latchkey", ...peers.map(({ name }) => name)].map((name) => wordOf(outcomes[name] ?? [])),
  ]);
  const lines = [["Message", ...names], ["---", ...names.map(() => "---")], ...cells];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** The worst outcome of a message's variants. */
function wordOf(outcomes: readonly Outcome[]): string {
  const worst = (["attacker", "accepted", "rejected"] as const).find((outcome) => outcomes.includes(outcome));
  const count = outcomes.filter((outcome) => outcome === worst).length;
  const word = words[worst ?? "rejected"];
  return count === outcomes.length ? word : `${word} (${count} of ${outcomes.length})`;
}
