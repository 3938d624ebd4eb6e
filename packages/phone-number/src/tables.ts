/** The columns that the phone number plugin adds to the `user` table. */

import type { TableExtension } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";

/** A user's row with the phone number. */
export interface UserWithPhone extends UserRow {
  /** In E.164 form, such as `+15555550100`. Only numbers that the user has verified are stored. Unique. */
  readonly phoneNumber: string | null;
  readonly phoneNumberVerified: boolean | null;
  /** The email verified by the person who verified the number. Recovery through that email keeps the number. */
  readonly phoneVerifiedEmail: string | null;
}

/** Adds `phoneNumber` and `phoneNumberVerified`. Clients can only set them by verifying a code. */
export const phoneNumberColumns: TableExtension = {
  extends: "user",
  columns: {
    phoneNumber: { type: "string", nullable: true, unique: true },
    phoneNumberVerified: { type: "boolean", nullable: true },
    phoneVerifiedEmail: { type: "string", nullable: true, returned: false },
  },
};

/** The columns of a user without a number. */
export const noNumber = { phoneNumber: null, phoneNumberVerified: null, phoneVerifiedEmail: null } as const;
