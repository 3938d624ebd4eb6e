/** The gate that rejects sign-ins by banned users. */

import type { Where } from "@latchkey/core/database";
import { fail, type Gate, type UserRow } from "@latchkey/core/plugin";
import { adminErrors } from "./errors.ts";
import type { AdminSettings } from "./options.ts";
import type { UserWithRole } from "./tables.ts";

/** The ban columns of a user who isn't banned. */
export const clearedBan = { banned: false, banReason: null, banExpires: null } as const;

/** Whether the user is banned at the given time. An expired ban doesn't count. */
export function isBanned({ banned, banExpires }: UserWithRole, now: Date): boolean {
  return banned && (banExpires === null || banExpires.getTime() > now.getTime());
}

/** Returns the conditions that match users who aren't banned at the given time, with the same rule as {@link isBanned}. */
function whereNotBanned(now: Date): Where<UserWithRole> {
  return [{ banned: false }, { banned: true, banExpires: { lte: now } }];
}

/** @throws {AuthError} `BANNED_USER`, with the ban's reason and expiry, which the sign-in page shows */
export function denyBanned(settings: AdminSettings, user: UserWithRole, now: Date): void {
  const { banReason, banExpires } = user;
  if (isBanned(user, now)) {
    fail(adminErrors, "BANNED_USER", { message: settings.bannedMessage, details: { banReason, banExpires } });
  }
}

/** Rejects banned users for every sign-in method and for impersonation. Signing in clears an expired ban. */
export function banGate(settings: AdminSettings): Gate {
  return {
    name: "notBanned",
    kind: "refuse",
    whenImpersonating: true,
    appliesTo: (user) => (user as UserWithRole).banned,
    isBlocked: (user, { now }) => isBanned(user as UserWithRole, now()),
    notBlocked: ({ now }) => whereNotBanned(now()) as Where<UserRow>,
    async check(attempt, context) {
      const user = attempt.user as UserWithRole;
      denyBanned(settings, user, context.now());
      // The ban has expired.
      await attempt.changeUser(clearedBan);
      return undefined;
    },
  };
}
