/** Slugs of organizations that came from another library, in forms that new slugs don't have. */

import type { OpenDatabase } from "../database/open.ts";
import { counted, type Finding } from "../doctor/finding.ts";
import type { Tables } from "../doctor/sql.ts";
import type { Target } from "../project/target.ts";

/** What the slugs of a database are like. */
export interface Slugs {
  /** Slugs that differ in case only, group by group. */
  readonly collisions: readonly (readonly string[])[];
  /** Slugs in another form than new ones. */
  readonly foreign: readonly string[];
}

const longest = 64;
const form = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

/** Reads all slugs. Nothing if the app has no organizations. */
export async function readSlugs({ has, quote, rows }: Tables, { plugins }: Target): Promise<Slugs> {
  if (!plugins.includes("organization") || !has("organization", "slug")) return { collisions: [], foreign: [] };
  const found = await rows(
    `select ${quote("slug")} as s from ${quote("organization")} where ${quote("slug")} is not null`,
  );
  const slugs = found.map(({ s }) => String(s)).sort();
  const groups = new Map<string, string[]>();
  for (const slug of slugs) {
    const lower = slug.toLowerCase();
    groups.set(lower, [...(groups.get(lower) ?? []), slug]);
  }
  return {
    collisions: [...groups.values()].filter(({ length }) => length > 1),
    foreign: slugs.filter((slug) => slug.length > longest || !form.test(slug)),
  };
}

/** Notes the lower case form of slugs that have capital letters, so that no other organization takes it. */
export async function fillLowerSlugs(tables: Tables, { execute }: OpenDatabase): Promise<void> {
  if (tables.has("organization", "slug", "lowerSlug")) await execute(fillStatement(tables));
}

function fillStatement(tables: Tables): string {
  const [organization, slug, lowerSlug] = ["organization", "slug", "lowerSlug"].map(tables.quote);
  return `update ${organization} set ${lowerSlug} = lower(${slug}) where ${unfilled(tables)}`;
}

function unfilled({ quote, bytes }: Tables): string {
  const slug = quote("slug");
  return `${quote("lowerSlug")} is null and ${bytes(slug)} <> ${bytes(`lower(${slug})`)}`;
}

/** Slugs that are named in a message. */
const mostNamed = 20;

function named(slugs: readonly string[]): string {
  const more = slugs.length - mostNamed;
  return slugs.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A sentence on slugs that collide; `null` if none do. */
export function collisionProblem({ collisions }: Slugs): string | null {
  if (collisions.length === 0) return null;
  const groups = named(collisions.map((group) => group.join(" and ")));
  return `Slugs of organizations differ in case only: ${groups}. Change all but one of each group, such as: update organization set slug = 'acme-2' where slug = 'Acme'.`;
}

/** A sentence on slugs in another form; `null` if there are none. */
export function foreignNote({ foreign }: Slugs): string | null {
  if (foreign.length === 0) return null;
  const count = counted(foreign.length, "organization has a slug", "organizations have slugs");
  return `${count} in another form than new ones: ${named(foreign)}. They keep working as they are.`;
}

/** What the doctor says about slugs. */
export async function checkSlugs(tables: Tables, target: Target): Promise<Finding[]> {
  const slugs = await readSlugs(tables, target);
  const findings: Finding[] = [];
  const [problem, note] = [collisionProblem(slugs), foreignNote(slugs)];
  if (problem !== null) {
    const [title = problem, step = ""] = problem.split(/(?<=\.) (?=Change)/);
    const detail = "Each is found by its own slug only, and migrate stops.";
    findings.push({ id: "data.colliding-slugs", severity: "error", title, detail, step });
  }
  if (note !== null) {
    const step = "Nothing to do. Owners can change their slug to the new form in the organization's settings.";
    findings.push({ id: "data.slugs-in-other-form", severity: "note", title: note, step });
  }
  if (slugs.foreign.length > 0 && tables.has("organization", "lowerSlug")) {
    const count = await tables.count(tables.quote("organization"), unfilled(tables));
    const title = `${counted(count, "slug has", "slugs have")} capital letters, and others can take the lower case form.`;
    const step = `Run migrate, or: ${fillStatement(tables)};`;
    if (count > 0) findings.push({ id: "data.unprotected-slugs", severity: "error", title, step });
  }
  return findings;
}
