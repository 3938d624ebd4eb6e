/** Ends consents, grants, and tokens after a client's metadata changes. */

import type { Transaction } from "@latchkey/core/database";
import type { RequestContext } from "@latchkey/core/plugin";
import { removeApprovals } from "../grants/consents.ts";
import { isSubset } from "../scopes.ts";
import { sectorOf } from "../subject.ts";
import { type OAuthClientRow, oauthAccessTokenTable, oauthConsentTable, oauthGrantTable } from "../tables.ts";

/**
 * Removes a client's consents if it gets new redirect URIs, so that users are asked again. Also ends its grants if its
 * users' ids would change. Otherwise, it could learn the ids that clients on a different host get.
 */
export async function forgetConsents(
  tx: Transaction,
  context: RequestContext,
  before: OAuthClientRow,
  after: OAuthClientRow,
): Promise<void> {
  const { clientId } = before;
  const isSame = after.redirectUris.every((uri) => before.redirectUris.includes(uri));
  if (!isSame) await tx.remove(oauthConsentTable, { where: { clientId } });
  if (subjectsOf(before) === subjectsOf(after)) return;
  await removeApprovals(tx, context, { clientId });
  await tx.remove(oauthGrantTable, { where: { clientId } });
}

/** Ends the tokens that a client got for itself if it loses any of their scopes. */
export async function endOwnTokens(
  tx: Transaction,
  { clientId, clientCredentialsScopes: before }: OAuthClientRow,
  { clientCredentialsScopes: after }: OAuthClientRow,
): Promise<void> {
  if (before === null || (after !== null && isSubset(before, after))) return;
  await tx.remove(oauthAccessTokenTable, { where: { clientId, userId: null } });
}

/** Returns the values that determine which ids a client gets for its users. */
function subjectsOf({ subjectType, redirectUris }: OAuthClientRow): string {
  return subjectType === "pairwise" ? `pairwise ${sectorOf(redirectUris)}` : "public";
}
