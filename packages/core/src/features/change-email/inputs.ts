/** What changing an address takes and answers. */

import type { InPersonErrorCode, SessionErrorCode } from "../../sessions/guards.ts";

/** What `/change-email` takes. */
export interface ChangeEmailInput {
  readonly newEmail: string;
  /** Where the links in mails lead in the end. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
  /** Needed unless a factor was proven lately. */
  readonly currentPassword?: string | undefined;
}

/** What the way back takes. */
export interface UndoEmailChangeInput {
  readonly token: string;
  readonly callbackURL?: string | undefined;
}

/** What `/add-email` takes. */
export interface AddEmailInput {
  readonly email: string;
  /** Where the link in the mail leads in the end. Relative, or on a trusted origin. Default: `/`. */
  readonly callbackURL?: string | undefined;
}

/** What the page for it takes. */
export interface AddEmailPageQuery {
  readonly callbackURL?: string | undefined;
}

/** What adding an address can be refused with. */
export type AddEmailErrorCode = "UNAUTHORIZED" | "INVALID_EMAIL" | "VERIFICATION_EMAIL_NOT_ENABLED";

/** What changing an address can be refused with. */
export type ChangeEmailErrorCode =
  | SessionErrorCode
  | InPersonErrorCode
  | "CHANGE_EMAIL_DISABLED"
  | "INVALID_EMAIL"
  | "EMAIL_IS_THE_SAME"
  | "COULDNT_UPDATE_YOUR_EMAIL"
  | "VERIFICATION_EMAIL_NOT_ENABLED"
  | "INVALID_PASSWORD"
  | "CREDENTIAL_ACCOUNT_NOT_FOUND";
