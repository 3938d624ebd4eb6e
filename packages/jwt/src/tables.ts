/** The plugin's tables. */

import { defineTable, type Table } from "@latchkey/core/database";

/** A signing key. Its id is the `kid` of the tokens that it signs. */
export interface JwksRow {
  readonly id: string;
  /** The public key as a JWK, in JSON. */
  readonly publicKey: string;
  /** The private key as a JWK, encrypted for this row. */
  readonly privateKey: string;
  readonly createdAt: Date;
  /** When the next key takes over. `null` only for keys that another library created. */
  readonly expiresAt: Date | null;
  /** `null` only for old keys that another library created, which are EdDSA. */
  readonly alg: string | null;
  readonly crv: string | null;
  /** When it starts signing. Until then, it's only published. `null` only for keys that another library created. */
  readonly activeAt: Date | null;
  /** When it stops being published. `null` until a successor exists. */
  readonly removeAt: Date | null;
  /** The algorithm and the number of the key, such as `EdDSA:3`. Unique, so that two instances can't both create it. */
  readonly slot: string | null;
}

/** The `jwks` table. */
export const jwksTable: Table<JwksRow> = defineTable<JwksRow>({
  name: "jwks",
  columns: {
    publicKey: { type: "text" },
    privateKey: { type: "text", returned: false },
    createdAt: { type: "date" },
    expiresAt: { type: "date", nullable: true },
    alg: { type: "string", nullable: true },
    crv: { type: "string", nullable: true },
    activeAt: { type: "date", nullable: true },
    removeAt: { type: "date", nullable: true },
    slot: { type: "string", nullable: true, unique: true },
  },
});

/** A session that ended while its tokens could still be valid. */
export interface EndedSessionRow {
  readonly id: string;
  /**
   * The digest of the `sid` claim. Not unique, because two requests can end the same session, and neither must fail.
   */
  readonly sid: string;
  readonly endedAt: Date;
  /** When its last token has expired. */
  readonly expiresAt: Date;
}

/** The `endedSession` table. It only exists with `revocationFeed`. */
export const endedSessionTable: Table<EndedSessionRow> = defineTable<EndedSessionRow>({
  name: "endedSession",
  columns: {
    sid: { type: "string" },
    endedAt: { type: "date", index: true },
    expiresAt: { type: "date", index: true },
  },
});
