/** The client half, as `@latchkey/two-factor/client`: what a sign-in that wants a second factor leads to. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { TwoFactorChallenge, TwoFactorMethod, TwoFactorTypes } from "./contract.ts";

/** What the app is told of a sign-in that is half done. */
export interface TwoFactorRedirect {
  readonly twoFactorMethods: readonly TwoFactorMethod[];
}

/** Options of `twoFactorClient`. */
export interface TwoFactorClientOptions {
  /** Called when a sign-in wants a second factor: show the form for it. */
  onTwoFactorRedirect?(challenge: TwoFactorRedirect): void;
  /** Or the page that has this form; the client goes there. */
  readonly twoFactorPage?: string;
}

/** Lets a client know `twoFactor` and the user's `twoFactorEnabled`, and says what follows on half a sign-in. */
export function twoFactorClient(options: TwoFactorClientOptions = {}): ClientPlugin<TwoFactorTypes> {
  return {
    id: "two-factor",
    methods: { "/two-factor/list-trusted-devices": "GET" },
    stores: { trustedDevices: { path: "/two-factor/list-trusted-devices" } },
    signals: {
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
