/** Email verification, for the features that request it. The `email-verification` feature handles the links. */

import type { Adapter } from "../database/adapter.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import type { LinkBase } from "../kernel/links.ts";
import type { OutboxMessage } from "../outbox/store.ts";
import { createMessage, enqueueMessage } from "../outbox/store.ts";
import type { User } from "../plugin/user.ts";
import type { ActiveSession } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import type { TokenKind } from "../tokens/kind.ts";
import type { SignedClaims } from "../tokens/signed.ts";

/** The error for a sign-in before the email is verified. */
export const unverifiedErrors = {
  EMAIL_NOT_VERIFIED: { status: 403, message: "Email not verified" },
} as const;

/** A verification email. */
export interface VerificationMail {
  /** `email` is the email to verify. Send it there. */
  readonly user: User;
  /** The complete link. */
  readonly url: string;
  /** The token in the link, for apps that build their own link. */
  readonly token: string;
}

export const verificationMailKind = "mail.verification";

/**
 * A request for a verification email. Whether a user has this email is looked up on delivery, so that response times
 * don't reveal it.
 */
export interface VerificationRequest extends LinkBase {
  readonly email: string;
}

/** Creates an outbox message for a verification email. */
export function createVerificationMessage(context: AuthContext, email: string, base: LinkBase): OutboxMessage {
  return createMessage(context, verificationMailKind, { email, ...base } satisfies VerificationRequest);
}

export const emailVerifiedKind = "email-verified";

/** Calls the app's `afterEmailVerification` after the commit, however the email was verified. */
export async function notifyEmailVerified(tx: Adapter, context: RequestContext, userId: string): Promise<void> {
  if (!context.settings.verification.callsAfterVerification) return;
  await enqueueMessage(tx, context, createMessage(context, emailVerifiedKind, { userId }));
}

/** One kind of link that `/verify-email` opens. */
export interface EmailLinkHandler {
  readonly kind: TokenKind;
  /** Consumes the token and performs its action in one transaction. */
  open(context: RequestContext, claims: SignedClaims, active: ActiveSession | null): Promise<EmailLinkResult>;
}

/** The result of opening a link: success, or an error code. */
export type EmailLinkResult =
  | { readonly outcome: "done"; readonly user: UserRow | null; readonly challenge?: object }
  | { readonly outcome: "INVALID_TOKEN" | "USER_NOT_FOUND" | "INVALID_USER" };
