/** The UI plugin for two-factor authentication. */

import { useEffect } from "react";
import { useAuthUi } from "../provider/context.ts";
import { currentPath, withRedirect } from "../provider/redirect.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { twoFactorProofs } from "./proofs.tsx";
import { TwoFactorRows } from "./rows.tsx";
import { type TwoFactorTexts, twoFactorEn } from "./texts.ts";
import { TrustedDevices } from "./trusted-devices.tsx";
import { TwoFactorStep } from "./two-factor-step.tsx";
import { type TwoFactorUi, useTwoFactorUi } from "./ui.ts";

/** Options for `twoFactorUi`. */
export interface TwoFactorUiOptions {
  /** Path of the page with `TwoFactorStep`. Default: `/two-factor`. */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<TwoFactorTexts>;
}

/**
 * Sends users who need a second factor to its page during sign-in, and adds rows to the account page to set it up. For
 * apps whose server has `twoFactor()` from `@latchkey/two-factor`. The server says which methods it has.
 */
export function twoFactorUi(options: TwoFactorUiOptions = {}): TwoFactorUi {
  return createTwoFactorUi(options, twoFactorEn);
}

function createTwoFactorUi(options: TwoFactorUiOptions, language: TwoFactorTexts): TwoFactorUi {
  const { path = "/two-factor" } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "two-factor",
    localize: (other) => createTwoFactorUi(options, other as TwoFactorTexts),
    texts,
    errors: texts.errors,
    path,
    account: { SecurityRows: TwoFactorRows, SecurityGroups: TrustedDevices },
    proofs: twoFactorProofs(texts),
    authPages: [{ path, Page: TwoFactorStep }],
    GlobalElements: ReturnFromProvider,
    onChallenge(response, { navigate }, redirect) {
      if (response.twoFactorRedirect !== true) return false;
      navigate(redirect.carry(path));
      return true;
    },
  };
}

/** After a provider sign-in that needs a second factor, the user returns with `twoFactorRedirect` in the URL. */
function ReturnFromProvider(): null {
  const { navigate } = useAuthUi();
  const { path } = useTwoFactorUi();
  useEffect(() => {
    const url = new URL(location.href);
    if (url.searchParams.get("twoFactorRedirect") !== "true") return;
    const destination = currentPath();
    // Without this, the browser's Back button would return to this page.
    url.searchParams.delete("twoFactorRedirect");
    history.replaceState(history.state, "", url);
    navigate(withRedirect(path, destination));
  }, [navigate, path]);
  return null;
}
