/** The plugin's tables. */

import { defineTable, type Table } from "@latchkey/core/database";

/** An email domain that an organization has proven, or wants to. */
export interface SsoDomainRow {
  readonly id: string;
  readonly organizationId: string;
  /** In lowercase, and in its `xn--` form if it's internationalized. */
  readonly domain: string;
  /** The domain once the organization has proven it, and `null` otherwise. Only one organization can have it. */
  readonly verified: string | null;
  /** What the TXT record must contain. It's public there. */
  readonly token: string;
  readonly verifiedAt: Date | null;
  /** When the TXT record of a proven domain was last looked for. */
  readonly lastCheckedAt: Date | null;
  /** Since when the TXT record of a proven domain has been missing. `null` if it was found the last time. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

/** The table `ssoDomain`. */
export const ssoDomainTable: Table<SsoDomainRow> = defineTable<SsoDomainRow>({
  name: "ssoDomain",
  columns: {
    organizationId: { type: "string", references: { table: "organization", column: "id" } },
    domain: { type: "string" },
    verified: { type: "string", nullable: true, unique: true },
    token: { type: "string" },
    verifiedAt: { type: "date", nullable: true },
    lastCheckedAt: { type: "date", nullable: true, index: true },
    failingSince: { type: "date", nullable: true },
    createdAt: { type: "date" },
  },
  uniques: [["organizationId", "domain"]],
});
