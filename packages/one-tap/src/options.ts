/** The options for `oneTap`. */

import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options for `oneTap`. */
export interface OneTapOptions {
  /**
   * The client ID that the browser uses. `GET /capabilities` returns it. It must be one of the `google` provider's client
   * IDs. Default: none, so the components don't show the prompt.
   */
  readonly clientId?: string;
  /** Whether to reject users who don't have an account yet. Default: the `google` provider's setting. */
  readonly disableSignup?: boolean;
  /**
   * Whether a sign-in needs a nonce, so that an ID token from elsewhere can't be used. Latchkey's client always sends
   * one; better-auth's doesn't. Default: false.
   */
  readonly requireNonce?: boolean;
}

const optionNames: OptionNames<OneTapOptions> = { clientId: true, disableSignup: true, requireNonce: true };

/** @throws {Error} if an option is unknown. The message names it. */
export function checkOneTapOptions(options: OneTapOptions): void {
  checkOptionNames("oneTap", options, optionNames);
}
