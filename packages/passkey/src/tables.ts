/** The plugin's table, and the column that it adds to `session`. */

import { sha256, sha256Base64Url, toBase64Url } from "@latchkey/core/crypto";
import { defineTable, type Table, type TableExtension } from "@latchkey/core/database";
import type { SessionRow } from "@latchkey/core/plugin";
import { authenticatorName } from "./authenticators.ts";
import type { ListedPasskey, Passkey } from "./contract.ts";

/** A row of `passkey`. */
export interface PasskeyRow extends Passkey {
  /** SHA-256 of the raw credential id, base64url. The id itself can be longer than databases can index. */
  readonly credentialKey: string;
  readonly lastUsedAt: Date | null;
  /** The relying party id that the passkey was created for. `null` if it was imported. */
  readonly rpID: string | null;
  /** The user handle in the authenticator, if it differs from `userHandleOf`. */
  readonly userHandle: string | null;
  /** Whether the authenticator verified the user when the passkey was created. */
  readonly userVerified: boolean;
  /** The email that the passkey's user had verified, or `null`. */
  readonly verifiedEmail: string | null;
}

/** The `passkey` table. */
export const passkeyTable: Table<PasskeyRow> = defineTable<PasskeyRow>({
  name: "passkey",
  columns: {
    name: { type: "string", nullable: true },
    publicKey: { type: "text" },
    userId: { type: "string", references: { table: "user", column: "id" } },
    credentialID: { type: "text" },
    credentialKey: { type: "string", unique: true, returned: false },
    counter: { type: "number" },
    deviceType: { type: "string" },
    backedUp: { type: "boolean" },
    transports: { type: "string", nullable: true },
    createdAt: { type: "date", nullable: true },
    aaguid: { type: "string", nullable: true },
    lastUsedAt: { type: "date", nullable: true },
    rpID: { type: "string", nullable: true, returned: false },
    userHandle: { type: "string", nullable: true, returned: false },
    userVerified: { type: "boolean", default: false, returned: false },
    verifiedEmail: { type: "string", nullable: true, returned: false },
  },
});

/** A session's row with the column that this plugin adds. */
export interface SessionWithPasskey extends SessionRow {
  /** The passkey that the session was started with, or the last one that was proven in it. */
  readonly passkeyId: string | null;
}

/** Adds `passkeyId`. No response includes it. */
export const passkeyColumns: TableExtension = {
  extends: "session",
  columns: { passkeyId: { type: "string", nullable: true, returned: false } },
};

/** Maximum passkeys per user. */
export const maxPasskeys = 20;

/** Maximum length of a passkey's name in characters. */
export const maxNameLength = 64;

/** Returns the unique key of a credential id. */
export function credentialKeyOf(rawID: Uint8Array): string {
  return toBase64Url(sha256(rawID));
}

/**
 * Returns the user handle that authenticators store with a user's passkeys. It's the same for all of them, so that a
 * password manager has one entry per user, and it doesn't reveal the user's id.
 */
export function userHandleOf(userId: string): string {
  return sha256Base64Url(`passkey-user\0${userId}`);
}

/** Converts a row for a response. */
export function presentPasskey(row: PasskeyRow): Passkey {
  const { id, name, publicKey, userId, credentialID, counter, deviceType } = row;
  const { backedUp, transports, createdAt, aaguid } = row;
  return {
    id,
    name,
    publicKey,
    userId,
    credentialID,
    counter,
    deviceType,
    backedUp,
    transports,
    createdAt,
    aaguid,
  };
}

/** Converts a row for a list. */
export function presentListed(row: PasskeyRow): ListedPasskey {
  return { ...presentPasskey(row), authenticator: authenticatorName(row.aaguid), lastUsedAt: row.lastUsedAt };
}
