/** Migrates passkeys from a better-auth database. Its table lacks the unique key that Latchkey looks passkeys up by. */

import { fromBase64Url } from "@latchkey/core/crypto";
import type { AuthContext } from "@latchkey/core/plugin";
import { credentialKeyOf, type PasskeyRow, passkeyTable } from "@latchkey/passkey";
import type { Tables } from "../doctor/sql.ts";

/** The new name of better-auth's table, which frees the name for Latchkey's. Its rows are kept. */
export const renamedPasskeyTable = "passkey_better_auth";

/** Whether the table is still better-auth's. */
export function hasBetterAuthPasskeys(tables: Tables): boolean {
  return tables.has("passkey", "credentialID") && !tables.has("passkey", "credentialKey");
}

/** Reads better-auth's passkeys, including those that an interrupted run left behind. */
export async function readPasskeys(tables: Tables): Promise<readonly PasskeyRow[]> {
  const renamed = tables.has(renamedPasskeyTable, "credentialID") ? renamedPasskeyTable : null;
  const source = hasBetterAuthPasskeys(tables) ? "passkey" : renamed;
  if (source === null) return [];
  const q = tables.quote;
  const rows = await tables.rows(
    `select p.*, u.email as ${q("ownerEmail")}, u.${q("emailVerified")} as ${q("ownerVerified")} from ${q(source)} p join ${q("user")} u on u.id = p.${q("userId")}`,
  );
  return rows.flatMap((row) => toPasskey(row) ?? []);
}

/** Stores the passkeys that don't exist yet. */
export async function storePasskeys({ db }: AuthContext, passkeys: readonly PasskeyRow[]): Promise<void> {
  for (const passkey of passkeys) {
    const { credentialKey } = passkey;
    if (await db.findOne(passkeyTable, { where: { credentialKey }, columns: ["id"] })) continue;
    await db.insert(passkeyTable, passkey);
  }
}

function toPasskey(row: Readonly<Record<string, unknown>>): PasskeyRow | null {
  const credentialID = String(row.credentialID);
  const rawID = fromBase64Url(credentialID);
  if (!rawID) return null;
  const created = row.createdAt === null ? null : new Date(row.createdAt as string | number | Date);
  return {
    id: String(row.id),
    userId: String(row.userId),
    name: textOf(row.name),
    publicKey: String(row.publicKey),
    credentialID,
    credentialKey: credentialKeyOf(rawID),
    counter: Number(row.counter),
    deviceType: String(row.deviceType),
    backedUp: Number(row.backedUp) === 1,
    transports: textOf(row.transports),
    createdAt: created && !Number.isNaN(created.getTime()) ? created : null,
    aaguid: textOf(row.aaguid),
    lastUsedAt: null,
    rpID: null,
    userHandle: null,
    userVerified: false,
    // An email that better-auth considers verified becomes the passkey's `verifiedEmail`.
    verifiedEmail: Number(row.ownerVerified) === 1 ? textOf(row.ownerEmail) : null,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
