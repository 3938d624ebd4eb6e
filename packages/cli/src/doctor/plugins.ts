/** Checks the tables of official plugins: 2FA, organizations, and admins. */

import { createKeyring } from "@latchkey/core/crypto";
import { optionsOf } from "../plugins.ts";
import { secretsIn } from "../project/secrets.ts";
import type { Target } from "../project/target.ts";
import { isList, type StaticValue, valueAt } from "../source/values.ts";
import { type Finding, pluralize } from "./finding.ts";
import type { Tables } from "./sql.ts";

/** @returns the findings. Plugins without tables in the database are skipped. */
export async function checkPlugins(tables: Tables, target: Target): Promise<Finding[]> {
  const found = await Promise.all([
    checkFactors(tables),
    checkSealedSecrets(tables, target),
    checkOwners(tables, target),
    checkAdmins(tables, target),
  ]);
  return found.flat();
}

async function checkFactors(tables: Tables): Promise<Finding[]> {
  const enabled = "twoFactorEnabled";
  if (!tables.has("user", enabled) || !tables.has("twoFactor", "userId", "secret")) return [];
  const q = tables.quote;
  const sent = tables.has("twoFactor", "otp") ? ` or f.${q("otp")} is true` : "";
  const factor = `select 1 from ${q("twoFactor")} f where f.${q("userId")} = ${q("user")}.${q("id")} and (f.${q("secret")} is not null${sent})`;
  const condition = `${q(enabled)} is true and not exists (${factor})`;
  const count = await tables.count(q("user"), condition);
  if (count === 0) return [];
  return [
    {
      id: "data.two-factor-without-secret",
      severity: "error",
      title: `${pluralize(count, "user is", "users are")} asked for 2FA but ${count === 1 ? "hasn't" : "haven't"} set it up.`,
      step: `update ${q("user")} set ${q(enabled)} = false where ${condition};`,
    },
  ];
}

/** Authenticator app secrets are encrypted with the key that their prefix names: `v1.{8 characters}.…`. */
async function checkSealedSecrets(tables: Tables, { authFile }: Target): Promise<Finding[]> {
  if (!tables.has("twoFactor", "secret")) return [];
  const [table, secret] = [tables.quote("twoFactor"), tables.quote("secret")];
  const rows = await tables.rows(
    `select mark, count(*) as n from (select substr(${secret}, 1, 11) as mark from ${table}
      where ${secret} is not null) m group by mark`,
  );
  const known = knownKeys(authFile?.options);
  const isReadable = (mark: string): boolean => mark.startsWith("v1.") && (known === null || known.has(mark.slice(3)));
  const lost = rows.filter(({ mark }) => !isReadable(String(mark)));
  const count = lost.reduce((sum, { n }) => sum + Number(n), 0);
  if (count === 0) return [];
  return [
    {
      id: "data.unreadable-two-factor-secrets",
      severity: "error",
      title: `${pluralize(count, "authenticator app was", "authenticator apps were")} enrolled with a secret that's no longer listed, or by another library.`,
      detail: "Their codes are rejected. Backup codes still work.",
      step: "Add the older secret after the current one: secrets: [current, older]. If it's lost, these users must enroll again.",
    },
  ];
}

/** Ids of the keys of all secrets, or `null` if any of the secrets is unknown. */
function knownKeys(options: StaticValue): ReadonlySet<string> | null {
  const secrets = secretsIn(options);
  return secrets === null ? null : new Set(secrets.map((secret) => createKeyring([secret]).id));
}

async function checkOwners(tables: Tables, { authFile }: Target): Promise<Finding[]> {
  if (!tables.has("organization", "id") || !tables.has("member", "organizationId", "role")) return [];
  const q = tables.quote;
  const creator = valueAt(optionsOf(authFile, "organization"), "creatorRole");
  const role = typeof creator === "string" ? creator : "owner";
  const owner = `select 1 from ${q("member")} m where m.${q("organizationId")} = o.${q("id")} and ${tables.containsItem(`m.${q("role")}`, role)}`;
  const count = await tables.count(`${q("organization")} o`, `not exists (${owner})`);
  if (count === 0) return [];
  return [
    {
      id: "data.organizations-without-owner",
      severity: "error",
      title: `${pluralize(count, "organization has", "organizations have")} no ${role}. No one can delete or transfer ${count === 1 ? "it" : "them"}.`,
      step: `Assign the role ${role} to one member of each. To list them, run: select o.${q("id")}, o.${q("name")} from ${q("organization")} o where not exists (${owner});`,
    },
  ];
}

async function checkAdmins(tables: Tables, { plugins, authFile }: Target): Promise<Finding[]> {
  if (!plugins.includes("admin") || !tables.has("user", "role")) return [];
  const options = optionsOf(authFile, "admin");
  const ids = valueAt(options, "adminUserIds");
  if (ids !== undefined && !(isList(ids) && ids.length === 0)) return [];
  const roles = adminRoles(options);
  const condition = roles.map((role) => `(${tables.containsItem(tables.quote("role"), role)})`).join(" or ");
  if ((await tables.count(tables.quote("user"), condition)) > 0) return [];
  return [
    {
      id: "data.no-admin",
      severity: "warning",
      title: "There's no admin, so no one can use the admin pages.",
      step: "npx @latchkey/cli admin create",
    },
  ];
}

/** The roles with admin permissions according to the auth file. Default: `["admin"]`. */
export function adminRoles(options: StaticValue): readonly string[] {
  const given = valueAt(options, "adminRoles");
  const names = typeof given === "string" ? given.split(",") : isList(given) ? given : [];
  const known = names.filter((name) => typeof name === "string").map((name) => name.trim());
  return known.length > 0 ? known : ["admin"];
}
