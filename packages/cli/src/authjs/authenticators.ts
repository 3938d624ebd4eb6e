/** Reads passkeys from Auth.js's authenticators. */

import { fromBase64Url, toBase64Url } from "@latchkey/core/crypto";
import { credentialKeyOf } from "@latchkey/passkey";
import type { OpenDatabase } from "../database/open.ts";
import type { ImportedPasskey } from "../import/users.ts";
import type { AuthenticatorField, SourceTable } from "./tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** Returns the passkeys by user id, as in the source database. Skips those without a readable id or key. */
export async function readAuthenticators(
  source: OpenDatabase,
  table: SourceTable<AuthenticatorField> | null,
): Promise<ReadonlyMap<string, readonly ImportedPasskey[]>> {
  const byUser = new Map<string, readonly ImportedPasskey[]>();
  if (table === null) return byUser;
  const quote = source.dialect === "mysql" ? "`" : '"';
  for (const row of await source.rows(`select * from ${quote}${table.name}${quote}`)) {
    const passkey = toPasskey(row, table);
    const userId = String(row[table.columns.userId]);
    if (passkey) byUser.set(userId, [...(byUser.get(userId) ?? []), passkey]);
  }
  return byUser;
}

function toPasskey(row: Row, { columns }: SourceTable<AuthenticatorField>): ImportedPasskey | null {
  const rawID = bytesOf(row[columns.credentialID]);
  const publicKey = bytesOf(row[columns.credentialPublicKey]);
  if (!rawID || !publicKey) return null;
  const { transports } = row;
  return {
    name: null,
    publicKey: Buffer.from(publicKey).toString("base64"),
    credentialID: toBase64Url(rawID),
    credentialKey: credentialKeyOf(rawID),
    counter: Number(row[columns.counter]),
    deviceType: String(row[columns.credentialDeviceType]),
    backedUp: ["1", "true", "t"].includes(String(row[columns.credentialBackedUp]).toLowerCase()),
    transports: typeof transports === "string" && transports !== "" ? transports : null,
    createdAt: null,
    aaguid: null,
    lastUsedAt: null,
    // Auth.js gives each passkey a random user handle and doesn't store it.
    rpID: null,
    userHandle: null,
    userVerified: false,
  };
}

/** Auth.js writes base64 and, in its newer versions, base64url. */
function bytesOf(value: unknown): Uint8Array | null {
  if (typeof value !== "string" || value === "") return null;
  return fromBase64Url(value.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, ""));
}
