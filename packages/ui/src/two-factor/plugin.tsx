/** The UI plugin for two-factor authentication. */

import { type ReactElement, useEffect } from "react";
import { useAuthUi } from "../provider/context.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { type TwoFactorTexts, twoFactorEn } from "./texts.ts";
import { TwoFactorCard } from "./two-factor-card.tsx";
import { type TwoFactorMethod, type TwoFactorUi, useTwoFactorUi } from "./ui.ts";

/** Options of `twoFactorUi`. */
export interface TwoFactorUiOptions {
  /** Methods that users can set up. Omit `otp` if the server has no `sendOTP`. Default: `["totp", "otp"]`. */
  readonly methods?: readonly TwoFactorMethod[];
  /** Path of the page with `TwoFactorStep`. Default: `/two-factor`. */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<TwoFactorTexts>;
}

/**
 * Sends users who need a second factor to its page during sign-in, and adds the card to set up 2FA. For apps whose
 * server has `twoFactor()` of `@latchkey/two-factor`.
 */
export function twoFactorUi(options: TwoFactorUiOptions = {}): TwoFactorUi {
  return createTwoFactorUi(options, twoFactorEn);
}

function createTwoFactorUi(options: TwoFactorUiOptions, language: TwoFactorTexts): TwoFactorUi {
  const { methods = ["totp", "otp"], path = "/two-factor" } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "two-factor",
    localize: (other) => createTwoFactorUi(options, other as TwoFactorTexts),
    texts,
    errors: texts.errors,
    methods,
    path,
    account: { SecurityGroups: TwoFactorCard },
    GlobalElements: ReturnFromProvider,
    onChallenge(answer, { navigate }) {
      if (answer.twoFactorRedirect !== true) return false;
      const ways = Array.isArray(answer.twoFactorMethods) ? answer.twoFactorMethods.join(",") : "";
      navigate(`${path}?methods=${encodeURIComponent(ways)}`);
      return true;
    },
  };
}

/** After a provider sign-in that needs a second factor, the user returns with `twoFactorRedirect` in the URL. */
function ReturnFromProvider(): ReactElement | null {
  const { navigate } = useAuthUi();
  const { path } = useTwoFactorUi();
  useEffect(() => {
    if (new URLSearchParams(location.search).get("twoFactorRedirect") === "true") navigate(path);
  }, [navigate, path]);
  return null;
}
