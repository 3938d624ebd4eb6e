/** The UI plugin for several accounts in one browser. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { AccountItems, SignOutItems } from "./account-items.tsx";
import { ChooseAccount } from "./choose-account.tsx";
import { type MultiSessionTexts, multiSessionEn } from "./texts.ts";
import type { MultiSessionUi } from "./ui.ts";

/** Options for `multiSessionUi`. */
export interface MultiSessionUiOptions {
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<MultiSessionTexts>;
}

/**
 * Lets users add accounts in the user menu, switch between them, and sign out of one or all. For apps whose server has
 * `multiSession()` from `@latchkey/multi-session`.
 */
export function multiSessionUi(options: MultiSessionUiOptions = {}): MultiSessionUi {
  return createMultiSessionUi(options, multiSessionEn);
}

function createMultiSessionUi(options: MultiSessionUiOptions, language: MultiSessionTexts): MultiSessionUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "multi-session",
    localize: (other) => createMultiSessionUi(options, other as MultiSessionTexts),
    isAvailable: ({ plugins }) => plugins["multi-session"] !== undefined,
    texts,
    errors: texts.errors,
    MenuItems: AccountItems,
    SignOutItems,
    SignInTop: ChooseAccount,
  };
}
