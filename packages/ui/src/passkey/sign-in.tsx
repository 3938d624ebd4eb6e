/** What the UI plugin for passkeys adds to signing in and signing up. */

import type { SignInMethod } from "../provider/sign-in-method.ts";
import type { UiPlugin } from "../provider/types.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { PasskeyNudge } from "./passkey-nudge.tsx";
import { PasskeyRecovery } from "./passkey-recovery.tsx";
import { PasskeySignUp } from "./passkey-sign-up.tsx";
import { PasskeySecondFactor } from "./second-factor.tsx";
import type { PasskeySignInTexts } from "./sign-in-texts.ts";

/**
 * Returns the parts of the plugin.
 * @param nudges whether to ask users to add a passkey after they signed in with a password
 */
export function passkeySignIn(
  texts: PasskeySignInTexts,
  nudges: boolean,
): Pick<UiPlugin, "signInMethods" | "AfterPassword" | "secondFactor"> {
  const method = {
    id: "passkey",
    icon: "fingerprint",
    labels: { "sign-in": texts.signIn.button, "sign-up": texts.signUp.button },
  } as const;
  const signIn: SignInMethod = {
    ...method,
    autoComplete: "webauthn",
    Button: PasskeyButton,
    isOffered: ({ signIn: { passkey } }, page) => page === "sign-in" && passkey !== null,
  };
  const signUp: SignInMethod = {
    ...method,
    Step: PasskeySignUp,
    isOffered: (capabilities, page) => page === "sign-up" && capabilities.signUp.ways.includes("passkey"),
  };
  const recovery: SignInMethod = {
    id: "passkey-recovery",
    icon: "key-round",
    labels: { "sign-in": texts.recovery.button, "sign-up": texts.recovery.button },
    Step: PasskeyRecovery,
    isOffered: ({ plugins }, page) => page === "sign-in" && plugins.passkey?.backupCodes === true,
  };
  const { choose: label, text } = texts.secondFactor;
  return {
    signInMethods: [signIn, signUp, recovery],
    ...(nudges ? { AfterPassword: PasskeyNudge } : {}),
    secondFactor: { method: "passkey", icon: "fingerprint", label, text, Form: PasskeySecondFactor },
  };
}
