/** The plugin's table. */

import { defineTable, type Table } from "@latchkey/core/database";

/** What a key can do: actions by resource. */
export type KeyPermissions = Readonly<Record<string, readonly string[]>>;

/** An API key. The key itself is stored as a hash. */
export interface ApiKeyRow {
  readonly id: string;
  readonly configId: string;
  readonly name: string | null;
  /** The first characters of the key, for lists. */
  readonly start: string | null;
  readonly prefix: string | null;
  /** SHA-256 of the whole key, base64url. */
  readonly key: string;
  /** Id of the owner. */
  readonly referenceId: string;
  /** The owner if it's a user, so that the key is deleted with the account. */
  readonly userId: string | null;
  /** The organization that the key, or its service account, belongs to. */
  readonly organizationId?: string | null;
  /** The owner if it's a service account. */
  readonly serviceAccountId?: string | null;
  /** Id of the user who created the key. `null` if the app's server created it or the user was deleted. */
  readonly createdBy: string | null;
  readonly enabled: boolean;
  readonly expiresAt: Date | null;
  readonly rateLimitEnabled: boolean;
  /** Milliseconds. */
  readonly rateLimitTimeWindow: number | null;
  readonly rateLimitMax: number | null;
  /** Remaining uses. `null` means unlimited. */
  readonly remaining: number | null;
  readonly refillAmount: number | null;
  /** Milliseconds. */
  readonly refillInterval: number | null;
  /** When `remaining` was last set to `refillAmount`. `null` means never, so the interval starts at `createdAt`. */
  readonly lastRefillAt: Date | null;
  /** When the key was last used, accurate to a minute. */
  readonly lastRequest: Date | null;
  /** The IP address that last used it. */
  readonly lastRequestIp: string | null;
  readonly permissions: KeyPermissions | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /**
   * The email that the creator's session had verified, or `null`. A recovery keeps only keys with the recovered email.
   */
  readonly verifiedEmail: string | null;
  /** The key that most recently replaced this one. Its row counts the uses. */
  readonly rotatedTo: string | null;
  /** When a replaced key stops working. */
  readonly graceUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A program that an organization owns and that has roles like a member. */
export interface ServiceAccountRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** One role, or several separated by commas. */
  readonly role: string;
  readonly disabled: boolean;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The `serviceAccount` table. It exists if organizations can have keys. */
export const serviceAccountTable: Table<ServiceAccountRow> = defineTable<ServiceAccountRow>({
  name: "serviceAccount",
  columns: {
    organizationId: { type: "string", index: true, references: { table: "organization", column: "id" } },
    name: { type: "string" },
    role: { type: "string" },
    disabled: { type: "boolean", default: false },
    createdBy: { type: "string", nullable: true, references: { table: "user", column: "id", onDelete: "set null" } },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
  uniques: [["organizationId", "name"]],
});

/** The `apikey` table, as it is if organizations can have keys. */
export const apiKeyTable: Table<ApiKeyRow> = defineTable<ApiKeyRow>({
  name: "apikey",
  columns: {
    configId: { type: "string", default: "default" },
    name: { type: "string", nullable: true },
    start: { type: "string", nullable: true },
    prefix: { type: "string", nullable: true },
    key: { type: "string", unique: true, returned: false },
    referenceId: { type: "string", index: true },
    userId: { type: "string", nullable: true, references: { table: "user", column: "id" }, returned: false },
    organizationId: {
      type: "string",
      nullable: true,
      references: { table: "organization", column: "id" },
      returned: false,
    },
    serviceAccountId: {
      type: "string",
      nullable: true,
      references: { table: "serviceAccount", column: "id" },
      returned: false,
    },
    createdBy: { type: "string", nullable: true, references: { table: "user", column: "id", onDelete: "set null" } },
    enabled: { type: "boolean", default: true },
    expiresAt: { type: "date", nullable: true, index: true },
    rateLimitEnabled: { type: "boolean", default: true },
    rateLimitTimeWindow: { type: "number", nullable: true },
    rateLimitMax: { type: "number", nullable: true },
    remaining: { type: "number", nullable: true },
    refillAmount: { type: "number", nullable: true },
    refillInterval: { type: "number", nullable: true },
    lastRefillAt: { type: "date", nullable: true },
    lastRequest: { type: "date", nullable: true },
    lastRequestIp: { type: "string", nullable: true, returned: false },
    permissions: { type: "json", nullable: true },
    metadata: { type: "json", nullable: true },
    verifiedEmail: { type: "string", nullable: true, returned: false },
    rotatedTo: { type: "string", nullable: true, index: true, returned: false },
    graceUntil: { type: "date", nullable: true },
    createdAt: { type: "date" },
    updatedAt: { type: "date" },
  },
});

/** Returns the plugin's tables. @param shared whether organizations can have keys */
export function apiKeyTables(shared: boolean): readonly (Table<ApiKeyRow> | Table<ServiceAccountRow>)[] {
  if (shared) return [serviceAccountTable, apiKeyTable];
  const { organizationId: _organization, serviceAccountId: _service, ...columns } = apiKeyTable.columns;
  return [{ ...apiKeyTable, columns }];
}
