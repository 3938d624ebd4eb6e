/** Changing an address as `auth.api` has it. */

import type { Call, CallOptions, StatusAnswer, WithSessionBody } from "../../http/call.ts";
import type { ChangeEmailErrorCode, ChangeEmailInput, UndoEmailChangeInput } from "./inputs.ts";

/** Changing an address as `auth.api` has it. */
export interface ChangeEmailApi {
  /**
   * Changes the caller's address: at once while it is unproven, else after its owner agrees by mail. Needs
   * `currentPassword`, or a factor that was proven lately.
   */
  readonly changeEmail: Call<WithSessionBody<ChangeEmailInput>, StatusAnswer, ChangeEmailErrorCode>;
  /** The page that the link to the replaced address leads to. Changes nothing. */
  readonly undoEmailChangePage: Call<CallOptions & { readonly query: UndoEmailChangeInput }, Response, string>;
  /** Puts the replaced address back, ends all sessions and takes the password away where a new one can be set by mail. */
  readonly undoEmailChange: Call<CallOptions & { readonly body: UndoEmailChangeInput }, Response, string>;
}
