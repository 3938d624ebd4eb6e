/** The endpoints that list a user's passkeys. */

import { defineEndpoint, type EndpointOf, requireSession } from "@latchkey/core/plugin";
import type { AcceptedPasskeys, PasskeyCalls } from "../contract.ts";
import type { PasskeySettings } from "../options.ts";
import { acceptedOutput, listedOutput } from "../outputs.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { findPasskeys } from "../store.ts";
import { presentListed, userHandleOf } from "../tables.ts";

/** Returns the user's passkeys, oldest first. */
export const listPasskeys: EndpointOf<PasskeyCalls["listPasskeys"]> = defineEndpoint({
  method: "GET",
  path: "/passkey/list-user-passkeys",
  summary: "List the user's passkeys",
  output: listedOutput,
  guards: [requireSession],
  queryBudget: 2,
  async handle(_, { db, user }) {
    return (await findPasskeys(db, user.id)).map(presentListed);
  },
});

/**
 * Returns the passkeys that password managers should keep, by domain and user handle. They remove all others with that
 * domain and handle.
 */
export function listAcceptedPasskeys(settings: PasskeySettings): EndpointOf<PasskeyCalls["listAcceptedPasskeys"]> {
  return defineEndpoint({
    method: "GET",
    path: "/passkey/accepted",
    summary: "List the passkeys that password managers should keep",
    output: acceptedOutput,
    guards: [requireSession],
    queryBudget: 2,
    async handle(_, context) {
      const { user } = context;
      const rp = relyingPartyOf(context, settings);
      const names = { name: user.email, displayName: user.name || user.email };
      const groups = new Map<string, AcceptedPasskeys>();
      // Starts with an empty entry, so that password managers also remove a user's last passkey.
      const own = { rpId: rp.id, userId: userHandleOf(user.id), allAcceptedCredentialIds: [], ...names };
      groups.set(`${own.rpId}|${own.userId}`, own);
      for (const { rpID, userHandle, credentialID } of await findPasskeys(context.db, user.id)) {
        const [rpId, userId] = [rpID ?? rp.id, userHandle ?? own.userId];
        const { allAcceptedCredentialIds = [] } = groups.get(`${rpId}|${userId}`) ?? {};
        const ids = [...allAcceptedCredentialIds, credentialID];
        groups.set(`${rpId}|${userId}`, { rpId, userId, allAcceptedCredentialIds: ids, ...names });
      }
      return [...groups.values()];
    },
  });
}
