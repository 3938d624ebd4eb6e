/** Bans at the door: the gate that every way of signing in passes. */

import { fail, type Gate } from "@latchkey/core/plugin";
import { adminErrors } from "./errors.ts";
import type { AdminSettings } from "./options.ts";
import type { UserWithRole } from "./tables.ts";

/** What a ban leaves behind once it is lifted. */
export const noBan = { banned: false, banReason: null, banExpires: null } as const;

/** Whether the user is kept out at this time. */
export function isBanned({ banned, banExpires }: UserWithRole, now: Date): boolean {
  return banned && (banExpires === null || banExpires.getTime() > now.getTime());
}

/** @throws {AuthError} `BANNED_USER` */
export function refuseBanned(settings: AdminSettings, user: UserWithRole, now: Date): void {
  if (isBanned(user, now)) fail(adminErrors, "BANNED_USER", { message: settings.bannedMessage });
}

/** Keeps banned users out, also where somebody is to act as one. A ban whose time is over is lifted by the sign-in. */
export function banGate(settings: AdminSettings): Gate {
  return {
    name: "notBanned",
    kind: "refuse",
    whenActingAs: true,
    async check(attempt, context) {
      const user = attempt.user as unknown as UserWithRole;
      refuseBanned(settings, user, context.now());
      if (user.banned) await attempt.changeUser(noBan);
      return undefined;
    },
  };
}
