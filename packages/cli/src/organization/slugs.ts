/** Handles organization slugs from another library, in formats that new slugs can't have. */

import type { OpenDatabase } from "../database/open.ts";
import { type Finding, pluralize } from "../doctor/finding.ts";
import type { Tables } from "../doctor/sql.ts";
import type { Target } from "../project/target.ts";

/** A database's slugs that need attention. */
export interface Slugs {
  /** Groups of slugs that only differ in case. */
  readonly collisions: readonly (readonly string[])[];
  /** Slugs that don't match the format of new ones. */
  readonly nonconforming: readonly string[];
}

const maxSlugLength = 64;
const slugPattern = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

/** Reads all slugs. Returns empty lists if the app has no organizations. */
export async function readSlugs({ has, quote, rows }: Tables, { plugins }: Target): Promise<Slugs> {
  if (!plugins.includes("organization") || !has("organization", "slug")) return { collisions: [], nonconforming: [] };
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
    nonconforming: slugs.filter((slug) => slug.length > maxSlugLength || !slugPattern.test(slug)),
  };
}

/** Stores the lowercase form of slugs with uppercase letters, so that no other organization can take it. */
export async function fillLowerSlugs(tables: Tables, { execute }: OpenDatabase): Promise<void> {
  if (tables.has("organization", "slug", "lowerSlug")) await execute(fillStatement(tables));
}

function fillStatement(tables: Tables): string {
  const [organization, slug, lowerSlug] = ["organization", "slug", "lowerSlug"].map(tables.quote);
  return `update ${organization} set ${lowerSlug} = lower(${slug}) where ${missingLowerSlug(tables)}`;
}

function missingLowerSlug({ quote, asBinary }: Tables): string {
  const slug = quote("slug");
  return `${quote("lowerSlug")} is null and ${asBinary(slug)} <> ${asBinary(`lower(${slug})`)}`;
}

/** Maximum number of slugs to name in a message. */
const maxListed = 20;

function formatList(slugs: readonly string[]): string {
  const more = slugs.length - maxListed;
  return slugs.slice(0, maxListed).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** A message about slugs that collide, or `null` if none do. */
export function collisionProblem({ collisions }: Slugs): string | null {
  if (collisions.length === 0) return null;
  const groups = formatList(collisions.map((group) => group.join(" and ")));
  return `Some organization slugs differ only in case: ${groups}. Change all but one of each group, for example with: update organization set slug = 'acme-2' where slug = 'Acme'.`;
}

/** A message about slugs in another format, or `null` if there are none. */
export function nonconformingNote({ nonconforming }: Slugs): string | null {
  if (nonconforming.length === 0) return null;
  const count = pluralize(nonconforming.length, "organization has a slug", "organizations have slugs");
  return `${count} in an older format: ${formatList(nonconforming)}. They keep working.`;
}

/** Returns the doctor's findings about slugs. */
export async function checkSlugs(tables: Tables, target: Target): Promise<Finding[]> {
  const slugs = await readSlugs(tables, target);
  const findings: Finding[] = [];
  const [problem, note] = [collisionProblem(slugs), nonconformingNote(slugs)];
  if (problem !== null) {
    const [title = problem, step = ""] = problem.split(/(?<=\.) (?=Change)/);
    const detail = "Each organization is found only by its exact slug, and migrate stops.";
    findings.push({ id: "data.colliding-slugs", severity: "error", title, detail, step });
  }
  if (note !== null) {
    const step = "Nothing to do. Owners can change the slug to the new format in the organization's settings.";
    findings.push({ id: "data.legacy-slugs", severity: "note", title: note, step });
  }
  if (slugs.nonconforming.length > 0 && tables.has("organization", "lowerSlug")) {
    const count = await tables.count(tables.quote("organization"), missingLowerSlug(tables));
    const title = `${pluralize(count, "slug has", "slugs have")} capital letters, and other organizations can take the lowercase form.`;
    const step = `Run migrate, or: ${fillStatement(tables)};`;
    if (count > 0) findings.push({ id: "data.unprotected-slugs", severity: "error", title, step });
  }
  return findings;
}
