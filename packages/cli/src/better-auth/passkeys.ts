/** Migrates passkeys from a better-auth database. Its table lacks the unique key that Latchkey looks passkeys up by. */

import { fromBase64Url } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { credentialKeyOf, type PasskeyRow, passkeyTable } from "@latchkey/passkey";
import type { Tables } from "../doctor/sql.ts";
import { sourceOf } from "./renamed-tables.ts";
import { hasVerifiedEmail } from "./verified-emails.ts";

/** Reads better-auth's passkeys, including those that an interrupted run left behind. */
export async function readPasskeys(tables: Tables): Promise<readonly PasskeyRow[]> {
  const source = sourceOf(tables, "passkey", "credentialID");
  if (source === null) return [];
  const q = tables.quote;
  const rows = await tables.rows(
    `select p.*, u.email as ${q("ownerEmail")}, (${hasVerifiedEmail(tables, "u")}) as ${q("ownerVerified")} from ${q(source)} p join ${q("user")} u on u.id = p.${q("userId")}`,
  );
  return rows.flatMap((row) => toPasskey(row) ?? []);
}

/** Stores the passkeys that don't exist yet. */
export async function storePasskeys(tx: Transaction, passkeys: readonly PasskeyRow[]): Promise<void> {
  for (const passkey of passkeys) {
    const { credentialKey } = passkey;
    if (await tx.findOne(passkeyTable, { where: { credentialKey }, columns: ["id"] })) continue;
    await tx.insert(passkeyTable, passkey);
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
