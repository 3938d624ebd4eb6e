/** The `/sign-in/magic-link` endpoint, which sends a link. */

import {
  allowMail,
  browserDigest,
  checkRedirect,
  defineEndpoint,
  type EndpointOf,
  encryptMessage,
  enqueueMessage,
  fail,
  getOrCreateBrowserId,
  type InputField,
  input,
  issueToken,
  mailableEmail,
  type RedirectField,
  type RequestContext,
  storeToken,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import type { MagicLinkCalls, SignInMagicLinkInput } from "./contract.ts";
import { deviceLabel } from "./device-label.ts";
import { magicLinkErrors } from "./errors.ts";
import { type MagicLinkPayload, magicLinkMailKind } from "./mail.ts";
import type { MagicLinkSettings } from "./options.ts";
import { type LinkData, magicLinkToken, type Targets } from "./token.ts";

/** Maximum length of the metadata as JSON. */
const maxMetadata = 2000;

const metadata: InputField<Record<string, string>> = input.check(
  input.record(input.text({ max: 100 }), input.text({ max: maxMetadata })),
  (given) => JSON.stringify(given).length <= maxMetadata,
  `must not have more than ${maxMetadata} characters`,
);

const signInInput: InputField<SignInMagicLinkInput> = input.object({
  email: input.rawText(),
  name: input.optional(input.text()),
  callbackURL: input.target,
  newUserCallbackURL: input.target,
  errorCallbackURL: input.target,
  metadata: input.optional(metadata),
  rememberMe: input.optional(input.flag),
});

/**
 * Stores a link and queues its email. Doesn't look up the email, so that it takes the same time whether or not a user
 * has it.
 */
export function signInMagicLink(settings: MagicLinkSettings): EndpointOf<MagicLinkCalls["signInMagicLink"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/magic-link",
    summary: "Send a sign-in link",
    startsSignIn: true,
    input: signInInput,
    output: statusResponse,
    errors: { INVALID_EMAIL: magicLinkErrors.INVALID_EMAIL },
    queryBudget: 1,
    rateLimit: { window: 60, max: 5 },
    originCheck: "always",
    async handle(body, context) {
      const targets = await checkTargets(context, body);
      const email = mailableEmail(body.email) ?? fail(magicLinkErrors, "INVALID_EMAIL");
      const browserId = getOrCreateBrowserId(context);
      const data: LinkData = {
        name: body.name ?? "",
        rememberMe: body.rememberMe ?? true,
        browser: browserId === null ? null : browserDigest(magicLinkToken.name, browserId, email),
        continuation: context.continuation,
        ...targets,
      };
      if (await allowMail(context, email)) {
        const issued = issueToken(context, magicLinkToken, { subject: email, data, expiresIn: settings.expiresIn });
        const payload: MagicLinkPayload = {
          email,
          token: issued.token,
          origin: context.origin,
          targets,
          metadata: body.metadata ?? {},
          deviceLabel: deviceLabel(context.header("user-agent")),
          expiresAt: issued.expiresAt.getTime(),
        };
        const message = await encryptMessage(context, magicLinkMailKind, payload);
        await context.db.transaction(async (tx) => {
          await storeToken(tx, issued);
          await enqueueMessage(tx, context, message);
        });
      }
      return { status: true };
    },
  });
}

const targetNames = [
  "callbackURL",
  "newUserCallbackURL",
  "errorCallbackURL",
] as const satisfies readonly (RedirectField & keyof Targets)[];

/** @throws {AuthError} 403 with the field's code if a target isn't allowed */
export async function checkTargets(context: RequestContext, given: Targets): Promise<Targets> {
  const targets: Record<string, string> = {};
  for (const name of targetNames) {
    const target = given[name];
    if (target !== undefined) targets[name] = await checkRedirect(context, name, target);
  }
  return targets;
}
