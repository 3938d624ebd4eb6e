/** The email with a sign-in link. */

import { createMailHandler, findUserForRecovery, type OutboxHandler, serverURL } from "@latchkey/core/plugin";
import type { MagicLinkMail, MagicLinkSettings } from "./options.ts";
import type { Targets } from "./token.ts";

/** The outbox message kind. */
export const magicLinkMailKind = "mail.magic-link";

/** The message's payload, which the outbox stores encrypted. */
export interface MagicLinkPayload {
  readonly email: string;
  readonly token: string;
  /** Origin of the auth server. */
  readonly origin: string;
  readonly targets: Targets;
  readonly metadata: Readonly<Record<string, string>>;
  readonly deviceLabel: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Sends the link, unless it has expired or the recipient couldn't sign in with it. */
export function createMagicLinkMailHandler({ send, canSignUp, expiresIn }: MagicLinkSettings): OutboxHandler {
  return createMailHandler<MagicLinkPayload, MagicLinkMail>(send, async (payload, context) => {
    const { email, token, origin, targets, metadata, deviceLabel, expiresAt } = payload;
    if (expiresAt <= context.now().getTime()) return null;
    // Always read the user, so that it takes the same time for every email.
    const user = await findUserForRecovery(context.db, email);
    if (!user && !canSignUp) return null;
    const query = Object.entries({ token, ...targets }).map(
      ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
    );
    const url = `${serverURL(context, { origin, callbackURL: "" })}/magic-link/verify?${query.join("&")}`;
    return { email, url, token, metadata, deviceLabel, expiresInMinutes: Math.max(1, Math.round(expiresIn / 60)) };
  });
}
