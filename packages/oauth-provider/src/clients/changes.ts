/** What changes of a client's metadata end. */

import type { Transaction } from "@latchkey/core/database";
import type { RequestContext } from "@latchkey/core/plugin";
import { removeApprovals } from "../grants/consents.ts";
import { isSubset } from "../scopes.ts";
import { sectorOf } from "../subject.ts";
import { type OAuthClientRow, oauthAccessTokenTable, oauthConsentTable, oauthGrantTable } from "../tables.ts";

/**
 * Ends what users allowed a client that's no longer the same to them. With other redirect URIs, they're asked again. If it
 * would see other ids of its users, its grants end: it could otherwise learn the ids that another client's host gets.
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

/** Ends the tokens of a client that acts for itself, if it loses any of their scopes. */
export async function endOwnTokens(
  tx: Transaction,
  { clientId, clientCredentialsScopes: before }: OAuthClientRow,
  { clientCredentialsScopes: after }: OAuthClientRow,
): Promise<void> {
  if (before === null || (after !== null && isSubset(before, after))) return;
  await tx.remove(oauthAccessTokenTable, { where: { clientId, userId: null } });
}

/** What the ids of users depend on. */
function subjectsOf({ subjectType, redirectUris }: OAuthClientRow): string {
  return subjectType === "pairwise" ? `pairwise ${sectorOf(redirectUris)}` : "public";
}
