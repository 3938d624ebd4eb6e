/** The UI plugin for guests. */

import { isGuest } from "../session-gate/is-guest.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { GuestButton } from "./guest-button.tsx";
import { type AnonymousTexts, anonymousEn } from "./texts.ts";
import type { AnonymousUi } from "./ui.ts";

/** Options for `anonymousUi`. */
export interface AnonymousUiOptions {
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<AnonymousTexts>;
}

/**
 * Lets people continue as guests, and warns them before they sign out. For apps whose server has `anonymous()` from
 * `@latchkey/anonymous`. Render `SaveAccount` where guests should see that they can create an account.
 */
export function anonymousUi(options: AnonymousUiOptions = {}): AnonymousUi {
  return createAnonymousUi(options, anonymousEn);
}

function createAnonymousUi(options: AnonymousUiOptions, language: AnonymousTexts): AnonymousUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "anonymous",
    localize: (other) => createAnonymousUi(options, other as AnonymousTexts),
    isAvailable: ({ signIn }) => signIn.guest,
    texts,
    errors: texts.errors,
    signInMethods: [
      {
        id: "anonymous",
        icon: "user",
        labels: { "sign-in": texts.signIn, "sign-up": texts.signIn },
        isOffered: ({ signIn }, page) => signIn.guest && page === "sign-in",
        Button: GuestButton,
      },
    ],
    signOutWarning: (user) => (isGuest(user) ? texts.signOut : null),
  };
}
