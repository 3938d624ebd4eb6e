/** The endpoints `/passkey/generate-register-options` and `/passkey/generate-sign-up-options`. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  fieldErrors,
  input,
} from "@latchkey/core/plugin";
import type { PasskeyCalls, RegisterOptionsQuery, SignUpOptionsInput } from "../contract.ts";
import { passkeyErrors } from "../errors.ts";
import type { PasskeySettings } from "../options.ts";
import { registrationOptionsOutput } from "../outputs.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { findPasskeys } from "../store.ts";
import { maxPasskeys } from "../tables.ts";
import { creationOptions } from "./creation-options.ts";
import { requireRegistrant } from "./registrant.ts";
import { readNewUser, signUpOptions } from "./sign-up.ts";

const { RESOLVE_USER_REQUIRED, RESOLVED_USER_INVALID, TOO_MANY_PASSKEYS, PASSKEY_SIGN_UP_DISABLED } = passkeyErrors;

const rateLimit = { window: 60, max: 20 };

const context1k = input.rawText({ max: 1024 });

const registerOptionsQuery = input.object<RegisterOptionsQuery>({
  authenticatorAttachment: input.optional(input.oneOf("platform", "cross-platform")),
  name: input.optional(input.rawText({ max: 255 })),
  context: input.optional(context1k),
  mediation: input.optional(input.literal("conditional")),
});

/** Returns the subject of challenges for new passkeys in a session. */
export function registrationSubject({ user, session }: { user: { id: string }; session: { id: string } }): string {
  return `${user.id}|${session.id}`;
}

/**
 * Returns the options for an additional passkey, or for a sign-up if the app has `resolveUser`, as better-auth's client
 * expects.
 */
export function registerOptions(
  settings: PasskeySettings,
): EndpointOf<PasskeyCalls["generatePasskeyRegistrationOptions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/passkey/generate-register-options",
    summary: "Get the options for a new passkey",
    input: registerOptionsQuery,
    output: registrationOptionsOutput,
    guards: [denyImpersonation, requireRegistrant(settings.signUp !== false || settings.resolveUser !== null)],
    errors: { RESOLVE_USER_REQUIRED, RESOLVED_USER_INVALID, TOO_MANY_PASSKEYS },
    queryBudget: 2,
    rateLimit,
    async handle(query, context) {
      const { registrant } = context;
      const attachment = query.authenticatorAttachment;
      if (!registrant) {
        if (!settings.resolveUser) fail(passkeyErrors, "RESOLVE_USER_REQUIRED");
        const user = await readNewUser(context, settings, { context: query.context });
        return signUpOptions(context, settings, user, attachment);
      }
      const existing = await findPasskeys(context.db, registrant.user.id);
      if (existing.length >= maxPasskeys) fail(passkeyErrors, "TOO_MANY_PASSKEYS");
      const { id, email, name } = registrant.user;
      return creationOptions(context, settings, {
        user: { id, name: email.endsWith(".invalid") ? name : email, displayName: name || email },
        rp: relyingPartyOf(context, settings),
        existing,
        attachment,
        challenge: {
          purpose: "register",
          subject: registrationSubject(registrant),
          isConditional: query.mediation === "conditional",
        },
      });
    },
  });
}

/** Returns the options for a new user's first passkey. */
export function signUpWithPasskeyOptions(
  settings: PasskeySettings,
): EndpointOf<PasskeyCalls["generatePasskeySignUpOptions"]> {
  return defineEndpoint({
    method: "POST",
    path: "/passkey/generate-sign-up-options",
    summary: "Get the options for signing up with a passkey",
    // Additional keys are plugin and app fields.
    input: input.openObject<SignUpOptionsInput>({
      name: input.optional(input.text()),
      email: input.optional(input.email),
      context: input.optional(context1k),
    }),
    output: registrationOptionsOutput,
    stages: ["signUp"],
    errors: {
      PASSKEY_SIGN_UP_DISABLED,
      RESOLVED_USER_INVALID,
      INVALID_EMAIL: emailPasswordErrors.INVALID_EMAIL,
      FIELD_NOT_ALLOWED: fieldErrors.FIELD_NOT_ALLOWED,
    },
    queryBudget: 2,
    rateLimit,
    originCheck: "always",
    async handle(body, context) {
      if (settings.signUp === false && !settings.resolveUser) fail(passkeyErrors, "PASSKEY_SIGN_UP_DISABLED");
      return signUpOptions(context, settings, await readNewUser(context, settings, { ...body }));
    },
  });
}
