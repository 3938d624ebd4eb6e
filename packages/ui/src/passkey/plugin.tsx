/** The UI plugin for passkeys. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { PasskeyRows } from "./passkey-rows.tsx";
import { passkeyProof } from "./proof.ts";
import { passkeySignIn } from "./sign-in.tsx";
import { type PasskeyTexts, passkeyEn } from "./texts.ts";
import type { PasskeyUi } from "./ui.ts";

/** Options for `passkeyUi`. */
export interface PasskeyUiOptions {
  /** Whether to ask users to add a passkey after they signed in with a password. Default: true. */
  readonly nudge?: boolean;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<PasskeyTexts>;
}

/**
 * Lets users sign in and sign up with a passkey, use one as a second factor, and manage them on the account page. Asks
 * them to add one after a sign-in with a password. For apps whose server has `passkey()` from `@latchkey/passkey`.
 */
export function passkeyUi(options: PasskeyUiOptions = {}): PasskeyUi {
  return createPasskeyUi(options, passkeyEn);
}

function createPasskeyUi(options: PasskeyUiOptions, language: PasskeyTexts): PasskeyUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "passkey",
    localize: (other) => createPasskeyUi(options, other as PasskeyTexts),
    isAvailable: ({ plugins }) => plugins.passkey !== undefined,
    texts,
    errors: texts.errors,
    ...passkeySignIn(texts, options.nudge !== false),
    account: { SecurityRows: PasskeyRows },
    proofs: [passkeyProof(texts.proof)],
  };
}
