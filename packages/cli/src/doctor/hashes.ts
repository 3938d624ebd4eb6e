/** Checks which formats passwords are stored in and whether Latchkey can read each one. */

import { type Manifest, versionOf } from "../project/project.ts";
import type { Target } from "../project/target.ts";
import { valueAt } from "../source/values.ts";
import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

/** The hash formats that core reads, with a pattern for each. */
const hashFormats: readonly (readonly [string, string])[] = [
  ["argon2id", "like '$argon2id$%'"],
  ["scrypt", "like '$scrypt$%'"],
  ["argon2i", "like '$argon2i$%'"],
  ["firebase-scrypt", "like '$fbscrypt$%'"],
  ["bcrypt", "like '$2_$%'"],
  // A 16-byte salt and a 64-byte key, in hex.
  ["salt:key", `like '${"_".repeat(32)}:${"_".repeat(128)}'`],
];

/** @param manifest the app's `package.json` */
export async function checkHashes(tables: Tables, target: Target, manifest: Manifest | null): Promise<Finding[]> {
  if (!tables.has("account", "providerId", "password")) return [];
  const counts = await countHashFormats(tables);
  const hasCustomHasher = valueAt(target.authFile?.options, "emailAndPassword", "password") !== undefined;
  const [unknown = 0, bcrypt = 0] = [counts.get("unknown"), counts.get("bcrypt")];
  const findings: Finding[] = [];
  if (counts.size > 1) {
    const list = [...counts].map(([form, count]) => `${form} ${count}`).join(", ");
    findings.push({
      id: "data.mixed-hashes",
      severity: "note",
      title: `Passwords are stored in ${counts.size} formats: ${list}.`,
      step: "Nothing to do. Weaker hashes are replaced when their users sign in.",
    });
  }
  if (unknown > 0 && !hasCustomHasher) {
    findings.push({
      id: "data.unreadable-hashes",
      severity: "error",
      title: `${pluralize(unknown, "password is", "passwords are")} stored in a format that Latchkey can't read.`,
      step: "Set emailAndPassword.password to the hash and verify functions that created them, or let users reset them.",
    });
  }
  if (bcrypt > 0 && !hasCustomHasher && versionOf(manifest, "bcryptjs") === null) {
    findings.push({
      id: "data.bcrypt-without-package",
      severity: "error",
      title: `${pluralize(bcrypt, "password is", "passwords are")} hashed with bcrypt, but bcryptjs isn't installed.`,
      step: "npm install bcryptjs",
    });
  }
  return findings;
}

async function countHashFormats(tables: Tables): Promise<ReadonlyMap<string, number>> {
  const [account, provider, password] = ["account", "providerId", "password"].map(tables.quote);
  const cases = hashFormats.map(([name, test]) => `when ${password} ${test} then '${name}'`).join(" ");
  const rows = await tables.rows(
    `select form, count(*) as n from (select case ${cases} else 'unknown' end as form from ${account}
      where ${provider} = 'credential' and ${password} is not null) f group by form order by form`,
  );
  return new Map(rows.map(({ form, n }) => [String(form), Number(n)]));
}
