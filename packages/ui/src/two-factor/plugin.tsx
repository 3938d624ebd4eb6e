/** What second factors bring into sign-in and the account page. */

import { type ReactElement, useEffect } from "react";
import { useAuthUi } from "../provider/context.ts";
import { type UiPlugin, useUiPlugin } from "../provider/plugin.ts";
import { type TwoFactorTexts, twoFactorEn } from "./texts.ts";
import { TwoFactorCard } from "./two-factor-card.tsx";

/** A factor that the server is set up for. */
export type TwoFactorMethod = "totp" | "otp";

/** The part of second factors in the screens. */
export interface TwoFactorUi extends UiPlugin {
  readonly id: "two-factor";
  readonly texts: TwoFactorTexts;
  readonly methods: readonly TwoFactorMethod[];
  /** Where `TwoFactorStep` is. */
  readonly path: string;
}

/** What `twoFactorUi` takes. */
export interface TwoFactorUiOptions {
  /** What people can set up. Default: `["totp", "otp"]`; leave out `otp` where the server has no `sendOTP`. */
  readonly methods?: readonly TwoFactorMethod[];
  /** Path of the page with `TwoFactorStep`. Default: `/two-factor`. */
  readonly path?: string;
  /** Default: English. */
  readonly texts?: TwoFactorTexts;
}

/**
 * Leads a sign-in that wants a second factor to its page, and adds the card to set one up. For apps whose server has
 * `twoFactor()` of `@latchkey/two-factor`.
 */
export function twoFactorUi(options: TwoFactorUiOptions = {}): TwoFactorUi {
  const { methods = ["totp", "otp"], path = "/two-factor", texts = twoFactorEn } = options;
  return {
    id: "two-factor",
    texts,
    errors: texts.errors,
    methods,
    path,
    AccountCards: TwoFactorCard,
    Always: ReturnFromProvider,
    onChallenge(answer, { navigate }) {
      if (answer.twoFactorRedirect !== true) return false;
      const ways = Array.isArray(answer.twoFactorMethods) ? answer.twoFactorMethods.join(",") : "";
      navigate(`${path}?methods=${encodeURIComponent(ways)}`);
      return true;
    },
  };
}

/** Whoever comes back from a provider half signed in stands on the app's page, with a word in its address. */
function ReturnFromProvider(): ReactElement | null {
  const { navigate } = useAuthUi();
  const { path } = useUiPlugin<TwoFactorUi>("two-factor", "twoFactorUi()");
  useEffect(() => {
    if (new URLSearchParams(location.search).get("twoFactorRedirect") === "true") navigate(path);
  }, [navigate, path]);
  return null;
}
