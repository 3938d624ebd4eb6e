/** The factors from core and all plugins that a user could prove now. */

import { credentialProvider, maxAccounts } from "../accounts/store.ts";
import type { RequestContext } from "../kernel/context.ts";
import { accountTable } from "../tables/account.ts";
import { type ActiveSession, factorNames } from "../tables/session.ts";

/**
 * Factors that are only known from the session's proofs. For all others, a proof doesn't show that the user still has
 * the factor.
 */
const mailedFactors: readonly string[] = ["email"];

/**
 * Returns the names of the factors that the user has: a password, linked accounts, plugins' factors, and `email` if
 * this session has proven it. One query, plus the plugins' queries.
 */
export async function listEnrolledFactors(
  context: RequestContext,
  { session, user }: ActiveSession,
): Promise<readonly string[]> {
  const accounts = await context.db.findMany(accountTable, {
    where: { userId: user.id },
    columns: ["id", "providerId", "password"],
    limit: maxAccounts,
  });
  const factors = new Set<string>();
  if (accounts.some(({ password }) => password !== null)) factors.add("password");
  if (accounts.some(({ providerId }) => providerId !== credentialProvider)) factors.add("provider");
  for (const find of context.extensions.enrolledFactors) {
    for (const factor of await find(context, user)) factors.add(factor);
  }
  for (const name of factorNames(session.proofs)) if (mailedFactors.includes(name)) factors.add(name);
  return [...factors];
}
