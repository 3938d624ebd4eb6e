/** Changing an address as `auth.api` has it. */

import type { Call, CallOptions, StatusAnswer, WithSessionBody } from "../../http/call.ts";
import type {
  AddEmailErrorCode,
  AddEmailInput,
  AddEmailPageQuery,
  ChangeEmailErrorCode,
  ChangeEmailInput,
  UndoEmailChangeInput,
} from "./inputs.ts";

/** Changing an address as `auth.api` has it. */
export interface ChangeEmailApi {
  /**
   * Changes the caller's address: at once while it is unproven, else after its owner agrees by mail. Needs
   * `currentPassword`, or a factor that was proven lately.
   */
  readonly changeEmail: Call<WithSessionBody<ChangeEmailInput>, StatusAnswer, ChangeEmailErrorCode>;
  /**
   * Mails a link to the address that somebody names whose provider gives none, and who is kept out for it. The cookie of
   * the refused sign-in must be in `headers`.
   */
  readonly addEmail: Call<CallOptions & { readonly body: AddEmailInput }, StatusAnswer, AddEmailErrorCode>;
  /** The page that asks for it, where the app has none. */
  readonly addEmailPage: Call<CallOptions & { readonly query: AddEmailPageQuery }, Response, string>;
  /** The page that the link to the replaced address leads to. Changes nothing. */
  readonly undoEmailChangePage: Call<CallOptions & { readonly query: UndoEmailChangeInput }, Response, string>;
  /** Puts the replaced address back, ends all sessions and takes the password away where a new one can be set by mail. */
  readonly undoEmailChange: Call<CallOptions & { readonly body: UndoEmailChangeInput }, Response, string>;
}
