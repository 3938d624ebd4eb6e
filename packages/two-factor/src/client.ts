/** The client plugin, `@latchkey/two-factor/client`. It sends users who need a second factor to the form for it. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { TwoFactorChallenge, TwoFactorMethod, TwoFactorTypes } from "./contract.ts";

/** A sign-in that needs a second factor. */
export interface TwoFactorRedirect {
  readonly twoFactorMethods: readonly TwoFactorMethod[];
}

/** Options of `twoFactorClient`. */
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
    methods: { "/two-factor/*": "POST", "/two-factor/list-trusted-devices": "GET", "/two-factor/pending": "GET" },
    stores: { trustedDevices: { path: "/two-factor/list-trusted-devices" } },
    signals: {
      session: ["/two-factor/verify-*", "/two-factor/disable", "/two-factor/generate-backup-codes"],
      trustedDevices: ["/two-factor/revoke-*", "/two-factor/verify-*", "/two-factor/disable", "/change-password"],
    },
    onSuccess({ data, navigate }) {
      const { twoFactorRedirect, twoFactorMethods = [] } = (data ?? {}) as Partial<TwoFactorChallenge>;
      if (twoFactorRedirect !== true) return;
      options.onTwoFactorRedirect?.({ twoFactorMethods });
      if (options.twoFactorPage !== undefined) navigate(options.twoFactorPage);
    },
  };
}
