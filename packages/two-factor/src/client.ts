/** The client plugin, `@latchkey/two-factor/client`. It sends users who need a second factor to the form for it. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { SecondFactorName, TwoFactorChallenge, TwoFactorTypes } from "./contract.ts";

/** A sign-in that needs a second factor. */
export interface TwoFactorRedirect {
  readonly twoFactorMethods: readonly SecondFactorName[];
}

/** Options for `twoFactorClient`. */
export interface TwoFactorClientOptions {
  /** Called when a sign-in needs a second factor. Show the form for it. */
  onTwoFactorRedirect?(challenge: TwoFactorRedirect): void;
  /** The page with that form. The client navigates to it. */
  readonly twoFactorPage?: string;
}

/** Adds `twoFactor`, the store `trustedDevices`, and the user's `twoFactorEnabled`. */
export function twoFactorClient(options: TwoFactorClientOptions = {}): ClientPlugin<TwoFactorTypes> {
  return {
    id: "two-factor",
    methods: { "/two-factor/get-totp-uri": "POST" },
    stores: { trustedDevices: { path: "/two-factor/list-trusted-devices" } },
    onSuccess({ data, navigate }) {
      const { twoFactorRedirect, twoFactorMethods = [] } = (data ?? {}) as Partial<TwoFactorChallenge>;
      if (twoFactorRedirect !== true) return;
      options.onTwoFactorRedirect?.({ twoFactorMethods });
      if (options.twoFactorPage !== undefined) navigate(options.twoFactorPage);
    },
  };
}
