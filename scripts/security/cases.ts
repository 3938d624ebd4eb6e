/** The attack and fault cases that the library must withstand, with the tests that name their ids. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ThreatCase {
  readonly id: string;
  readonly attack: string;
  readonly outcome: string;
}

/** The cases on one subject, which become a page of the docs. */
export interface CasePage {
  /** The file's name without its extension, such as `sign-in`. */
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  readonly sections: readonly CaseSection[];
}

export interface CaseSection {
  readonly title: string;
  readonly intro: string;
  readonly cases: readonly ThreatCase[];
}

/** A test whose name contains a case's id. */
export interface CoveringTest {
  readonly file: string;
  readonly name: string;
}

/** A note on a case, in addition to its tests or instead of them. */
export interface CaseNote {
  /** `open`: not covered yet. `does not apply`: the attack isn't possible here. `note`: what its tests cover. */
  readonly kind: "open" | "does not apply" | "note";
  /** The reason, in one or two sentences. */
  readonly why: string;
}

/** Notes by case id. */
export type CaseNotes = Readonly<Record<string, CaseNote>>;

/**
 * Parses the notes.
 * @throws {Error} if a note has no kind or reason
 */
export function readNotes(json: string): CaseNotes {
  const notes = JSON.parse(json) as CaseNotes;
  for (const [id, { kind, why }] of Object.entries(notes)) {
    if (!["open", "does not apply", "note"].includes(kind) || !/\.$/.test(why)) {
      throw new Error(`${id}: a note needs a kind and a reason, which must be a sentence.`);
    }
  }
  return notes;
}

/**
 * Reads the pages of cases from a folder, in the order of their titles.
 * @param folder such as `scripts/data/threats`
 */
export function readPages(folder: string): CasePage[] {
  return readdirSync(folder)
    .filter((file) => file !== "README.md")
    .map((file) => parsePage(file.replace(/\.md$/, ""), readFileSync(join(folder, file), "utf8")))
    .sort((one, other) => one.title.localeCompare(other.title, "en"));
}

function parsePage(name: string, markdown: string): CasePage {
  const [head = "", ...sections] = markdown.split(/^## /m);
  const [title = "", ...intro] = head.split("\n");
  return { name, title: title.replace("# ", ""), intro: intro.join("\n").trim(), sections: sections.map(parseSection) };
}

function parseSection(markdown: string): CaseSection {
  const [title = "", ...lines] = markdown.split("\n");
  const intro = lines.filter((line) => !line.startsWith("|"));
  return { title, intro: intro.join("\n").trim(), cases: lines.flatMap(parseCase) };
}

function parseCase(line: string): ThreatCase[] {
  const [, id = "", attack = "", outcome = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return /^[A-Z]+-\d\d$/.test(id) ? [{ id, attack, outcome }] : [];
}

/** Finds all tests that name cases, grouped by case. `HTTP-01 to HTTP-05` includes all cases in between. */
export function findTests(root: string): Map<string, CoveringTest[]> {
  const found = new Map<string, CoveringTest[]>();
  for (const file of testFiles(root)) {
    const source = readFileSync(join(root, file), "utf8");
    // Matches test("…"), describe("…"), test.each([…])("…"), and the line that ends a table of cases: ])("…"
    for (const [, , name = ""] of source.matchAll(
      /(?:\b(?:test|describe)(?:\.\w+(?:\([^()\n]*\))?)*\(|\]\)?(?: as [^)]*)?\)\()\s*(["'`])((?:[A-Z]+-\d\d\b)[^\n]*?)\1,/g,
    )) {
      for (const id of idsOf(name)) found.set(id, [...(found.get(id) ?? []), { file, name }]);
    }
  }
  return found;
}

/** The case ids at the start of a test's name. */
export function idsOf(name: string): string[] {
  const head = name.slice(0, name.indexOf(":"));
  const ids = head.match(/\b[A-Z]+-\d\d\b/g) ?? [];
  if (!head.includes(" to ") || ids.length !== 2) return ids;
  const [group = "", first] = (ids[0] as string).split("-");
  const last = Number((ids[1] as string).split("-")[1]);
  return Array.from(
    { length: last - Number(first) + 1 },
    (_, at) => `${group}-${String(Number(first) + at).padStart(2, "0")}`,
  );
}

function testFiles(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(?:node_modules|dist|\.git|\..*)$/.test(entry.name) ? [] : testFiles(root, path);
    return /\.test\.tsx?$/.test(entry.name) || path.includes("/conformance/") ? [path] : [];
  });
}
