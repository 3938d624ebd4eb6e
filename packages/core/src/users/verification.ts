/** Proving addresses: asked for by whatever makes or changes one, done by the feature that owns the links. */

import type { Adapter } from "../database/adapter.ts";
import type { SealedMessage } from "../outbox/store.ts";
import { plainMessage, putMessage } from "../outbox/store.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import type { LinkBase } from "../plugin/links.ts";
import type { User } from "../plugin/user.ts";
import type { ActiveSession } from "../sessions/table.ts";
import type { TokenKind } from "../tokens/kind.ts";
import type { SignedClaims } from "../tokens/signed.ts";
import type { UserRow } from "./table.ts";

/** The error of a sign-in before the email is verified. */
export const unverifiedErrors = {
  EMAIL_NOT_VERIFIED: { status: 403, message: "Email not verified" },
} as const;

/** A mail with a link that proves its reader's address. */
export interface VerificationMail {
  /** `email` is the address that is to be proven: send it there. */
  readonly user: User;
  /** The whole link. */
  readonly url: string;
  /** The token within the link, for apps that build their own. */
  readonly token: string;
}

export const verificationMailKind = "mail.verification";

/** An address as somebody gave it: whether it is anyone's is found out when the mail is due, not while they wait. */
export interface VerificationWish extends LinkBase {
  readonly email: string;
}

/** Asks for a verification mail to this address. Put it into the outbox. */
export function verificationWish(context: AuthContext, email: string, base: LinkBase): SealedMessage {
  return plainMessage(context, verificationMailKind, { email, ...base } satisfies VerificationWish);
}

export const verifiedKind = "email-verified";

/** Has the app's `afterEmailVerification` called after the commit, for whatever proved the address. */
export async function announceVerified(tx: Adapter, context: RequestContext, userId: string): Promise<void> {
  if (!context.settings.verification.announces) return;
  await putMessage(tx, context, plainMessage(context, verifiedKind, { userId }));
}

/** One kind of link that `/verify-email` opens. */
export interface EmailLink {
  readonly kind: TokenKind;
  /** Uses the token up, and does what it is for, in one transaction. */
  open(context: RequestContext, claims: SignedClaims, active: ActiveSession | null): Promise<OpenedLink>;
}

/** What came of it: an answer, or why not. */
export type OpenedLink =
  | { readonly outcome: "done"; readonly user: UserRow | null; readonly challenge?: object }
  | { readonly outcome: "INVALID_TOKEN" | "USER_NOT_FOUND" | "INVALID_USER" };
