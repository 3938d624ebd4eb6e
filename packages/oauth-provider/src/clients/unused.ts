/** Removes clients that registered themselves and were never used. */

import type { AuthContext } from "@latchkey/core/plugin";
import { type OAuthClientRow, oauthClientTable } from "../tables.ts";

const day = 86_400_000;

/** Age in milliseconds at which a registration that was never used is deleted. */
const maxUnused = 30 * day;

/** Records that a client got tokens, at most once a day. Skips clients that the app or its users created. */
export async function recordUse({ db, now }: AuthContext, client: OAuthClientRow): Promise<void> {
  if (client.registrationToken === null && client.clientDiscoveryId === null) return;
  const isRecent = client.lastUsedAt !== null && client.lastUsedAt.getTime() > now().getTime() - day;
  if (!isRecent) await db.update(oauthClientTable, { where: { id: client.id }, set: { lastUsedAt: now() } });
}

/** Deletes clients that registered at least 30 days ago and never got tokens. Returns how many. */
export async function removeUnusedClients({ db, now }: AuthContext): Promise<number> {
  const unused = { lastUsedAt: null, createdAt: { lte: new Date(now().getTime() - maxUnused) } };
  const registered = await db.remove(oauthClientTable, { where: { ...unused, registrationToken: { ne: null } } });
  return registered + (await db.remove(oauthClientTable, { where: { ...unused, clientDiscoveryId: { ne: null } } }));
}
