/** Trials are sign-ins with an identity provider that don't sign anyone in, but show the provider's claims. */

import { randomId } from "@latchkey/core/crypto";
import {
  type ProviderIdentity,
  type RequestContext,
  recordSystemAudit,
  type SignInTrial,
  SocialError,
} from "@latchkey/core/plugin";
import { mappedRole } from "../providers/roles.ts";
import { type SsoProviderRow, type SsoTestRow, ssoTestTable } from "../tables.ts";
import { shownClaims } from "./claims.ts";

/** The outcome of a trial that would have been a successful sign-in. */
export const passed = "success";

/** @param check throws a `SocialError` if the identity can't sign in */
export function createTrial(
  row: SsoProviderRow,
  check: (context: RequestContext, identity: ProviderIdentity) => Promise<unknown>,
): SignInTrial {
  return {
    revision: `trial.${row.id}.${row.revision}`,
    async accept(context, identity) {
      const outcome = await outcomeOf(() => check(context, identity));
      const { mappedUser, profile } = identity;
      const role = mappedRole(row, profile.raw);
      await storeTest(context, row, { outcome, email: mappedUser.email, claims: shownClaims(profile.raw), role });
      if (outcome !== passed) throw new SocialError(outcome);
    },
    reject(context, code) {
      // The provider chooses its error code, which must not be mistaken for a success.
      const outcome = code === passed ? "unknown_error" : code;
      return storeTest(context, row, { outcome, email: null, claims: {}, role: null });
    },
  };
}

async function outcomeOf(check: () => Promise<unknown>): Promise<SocialError["code"]> {
  try {
    await check();
    return passed;
  } catch (error) {
    if (error instanceof SocialError) return error.code;
    throw error;
  }
}

type TestResult = Pick<SsoTestRow, "outcome" | "email" | "claims" | "role">;

function storeTest(
  context: RequestContext,
  { id, providerId, organizationId, revision }: SsoProviderRow,
  result: TestResult,
): Promise<void> {
  return context.db.transaction(async (tx) => {
    const createdAt = context.now();
    await tx.insert(ssoTestTable, { id: randomId(context.random), providerId: id, revision, ...result, createdAt });
    const data = { providerId, outcome: result.outcome };
    await recordSystemAudit(tx, context, { action: "sso-provider.test", actorId: null, organizationId, data });
  });
}
