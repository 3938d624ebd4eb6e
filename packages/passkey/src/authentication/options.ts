/** The endpoint `/passkey/generate-authenticate-options`. */

import {
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  readPendingSignIn,
  readSession,
} from "@latchkey/core/plugin";
import { createChallenge } from "../challenge.ts";
import type { AuthenticateOptionsQuery, PasskeyCalls } from "../contract.ts";
import type { PasskeySettings } from "../options.ts";
import { authenticationOptionsOutput } from "../outputs.ts";
import { describeCredentials } from "../registration/creation-options.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { findPasskeys } from "../store.ts";
import type { PasskeyRow } from "../tables.ts";
import { pendingSubject, requiresVerification, sessionSubject } from "./subject.ts";

/** The user that the options are for. `passkeys` is `null` if any passkey can be used. */
interface Target {
  readonly purpose: "sign-in" | "proof" | "second-factor";
  readonly subject: string;
  readonly passkeys: readonly PasskeyRow[] | null;
}

const anyone: Target = { purpose: "sign-in", subject: "", passkeys: null };

/** Returns the options for using a passkey. Doesn't accept an email, so it can't reveal who has an account. */
export function authenticationOptions(
  settings: PasskeySettings,
): EndpointOf<PasskeyCalls["generatePasskeyAuthenticationOptions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/passkey/generate-authenticate-options",
    summary: "Get the options for using a passkey",
    input: input.object<AuthenticateOptionsQuery>({
      purpose: input.optional(input.oneOf("sign-in", "proof", "second-factor")),
    }),
    output: authenticationOptionsOutput,
    queryBudget: 2,
    rateLimit: { window: 60, max: 60 },
    async handle(query, context) {
      const { purpose, subject, passkeys } = await targetOf(context, settings, query.purpose);
      const rp = relyingPartyOf(context, settings);
      const { challengeExpiresIn: expiresIn } = settings;
      return {
        rpId: rp.id,
        challenge: createChallenge(context, { purpose, rpID: rp.id, subject, expiresIn }),
        timeout: expiresIn * 1000,
        userVerification: requiresVerification(settings, purpose),
        ...(passkeys ? { allowCredentials: describeCredentials(passkeys, rp.id) } : {}),
      };
    },
  });
}

async function targetOf(
  context: RequestContext,
  settings: PasskeySettings,
  purpose: AuthenticateOptionsQuery["purpose"],
): Promise<Target> {
  if (purpose === "sign-in") return anyone;
  const pending = purpose === "proof" || settings.secondFactor === "disabled" ? null : await readPendingSignIn(context);
  if (pending?.attemptsLeft) {
    const passkeys = await findPasskeys(context.db, pending.userId);
    const subject = pendingSubject(pending);
    return passkeys.length > 0 ? { purpose: "second-factor", subject, passkeys } : anyone;
  }
  const active = purpose === "second-factor" ? null : await readSession(context);
  if (!active) return anyone;
  const passkeys = await findPasskeys(context.db, active.user.id);
  return passkeys.length > 0 ? { purpose: "proof", subject: sessionSubject(active), passkeys } : anyone;
}
