/** The plugin's table. */

import { defineTable, type Table } from "@latchkey/core/database";

/** The state of a device's request. */
export type DeviceStatus = "pending" | "approved" | "denied";

/** A device's request to be signed in. Both codes are stored as digests. */
export interface DeviceCodeRow {
  readonly id: string;
  /** SHA-256 of the code that the device keeps, base64url. */
  readonly deviceCode: string;
  /** HMAC of the code that the user enters. It's too short for a plain hash. */
  readonly userCode: string;
  /** Id of the user who approved or denied the request. */
  readonly userId: string | null;
  readonly expiresAt: Date;
  readonly status: DeviceStatus;
  readonly lastPolledAt: Date | null;
  /** Milliseconds. */
  readonly pollingInterval: number;
  readonly clientId: string;
  /** The app's name when the code was requested. */
  readonly clientName: string | null;
  readonly scope: string | null;
  readonly resources: readonly string[] | null;
  /** The OAuth client if the OAuth provider issues the tokens. `null` if the device gets a session. */
  readonly oauthClientId: string | null;
  /** The device's IP address, so that the user can check it before approving. */
  readonly requestIp: string | null;
  readonly requestAgent: string | null;
  /** The session in which the request was approved. */
  readonly sessionId: string | null;
  /** `user.epoch` when the request was approved. */
  readonly userEpoch: number | null;
  /** The proofs of that session, with their times. */
  readonly proofs: Readonly<Record<string, number>> | null;
  /** The email that was verified in that session. */
  readonly verifiedEmail: string | null;
  readonly createdAt: Date;
}

/** The `deviceCode` table. */
export const deviceCodeTable: Table<DeviceCodeRow> = defineTable<DeviceCodeRow>({
  name: "deviceCode",
  columns: {
    deviceCode: { type: "string", unique: true, returned: false },
    userCode: { type: "string", unique: true, returned: false },
    userId: { type: "string", nullable: true, index: true, references: { table: "user", column: "id" } },
    expiresAt: { type: "date", index: true },
    status: { type: "string" },
    lastPolledAt: { type: "date", nullable: true },
    pollingInterval: { type: "number" },
    clientId: { type: "string" },
    clientName: { type: "string", nullable: true },
    scope: { type: "text", nullable: true },
    resources: { type: "json", nullable: true },
    oauthClientId: { type: "string", nullable: true },
    requestIp: { type: "string", nullable: true },
    requestAgent: { type: "text", nullable: true },
    sessionId: { type: "string", nullable: true, returned: false },
    userEpoch: { type: "number", nullable: true, returned: false },
    proofs: { type: "json", nullable: true, returned: false },
    verifiedEmail: { type: "string", nullable: true, returned: false },
    createdAt: { type: "date" },
  },
});
