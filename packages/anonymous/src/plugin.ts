/** Assembles the anonymous plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, impersonationErrors } from "@latchkey/core/plugin";
import { anonymousAuditActions } from "./audit-actions.ts";
import type { AnonymousCapabilities, AnonymousTypes } from "./contract.ts";
import { deleteAnonymousUser } from "./delete-user.ts";
import { anonymousErrors } from "./errors.ts";
import { removeInactiveGuests } from "./maintenance.ts";
import { mergeGuest } from "./merge.ts";
import { type AnonymousOptions, resolveAnonymous } from "./options.ts";
import { signInAnonymous } from "./sign-in.ts";
import { anonymousColumns } from "./tables.ts";

/** The plugin that `anonymous` returns. */
export interface AnonymousPlugin extends Plugin<AnonymousTypes> {
  readonly id: "anonymous";
}

/**
 * Lets people use the app as guests. A guest who signs up keeps their user id and everything that belongs to it. A
 * guest who signs in to an existing account is merged into it by `onLinkAccount`.
 *
 * @throws {Error} if an option is invalid
 */
export function anonymous(options: AnonymousOptions = {}): AnonymousPlugin {
  const settings = resolveAnonymous(options);
  const { upgradeInPlace, removeInactiveAfter } = settings;
  return definePlugin<AnonymousPlugin>({
    id: "anonymous",
    tables: [anonymousColumns],
    endpoints: {
      signInAnonymous: signInAnonymous(settings),
      deleteAnonymousUser: deleteAnonymousUser(settings),
    },
    errors: anonymousErrors,
    auditActions: anonymousAuditActions,
    stageErrors: { signUp: impersonationErrors },
    isGuest,
    allowsUnverifiedEmail: ({ user }) => isGuest(user),
    upgradeGuest: () => (upgradeInPlace ? { isAnonymous: false } : null),
    // No other route leads to the guest's data if the user fails the second factor.
    keepsPreviousSession: ({ previousSession, isChallenged }) => isChallenged && isGuest(previousSession.user),
    onSessionCreated: (tx, created, context) => mergeGuest(tx, created, context, settings),
    maintenanceJobs:
      removeInactiveAfter === null ? {} : { guests: (context) => removeInactiveGuests(context, removeInactiveAfter) },
    capabilities: (_, isCallable) => ({
      signIn: { guest: isCallable("signInAnonymous") },
      plugin: {
        canDelete: settings.canDelete && isCallable("deleteAnonymousUser"),
      } satisfies AnonymousCapabilities,
    }),
  });
}

function isGuest(user: object): boolean {
  return "isAnonymous" in user && user.isAnonymous === true;
}
