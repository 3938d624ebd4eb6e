/** What the UI plugin for phone numbers adds to the sign-in and sign-up pages. */

import type { SignInMethod } from "../provider/sign-in-method.ts";
import { PhoneStep } from "./phone-step.tsx";
import type { PhoneSignInTexts } from "./sign-in-texts.ts";

/** Returns the method that signs in with a code by text. */
export function phoneSignIn({ signIn: { button, signUpButton } }: PhoneSignInTexts): SignInMethod {
  return {
    id: "phone-number",
    icon: "smartphone",
    labels: { "sign-in": button, "sign-up": signUpButton },
    isOffered: ({ signIn, plugins }, page) =>
      signIn.phone !== null && (page === "sign-in" || plugins["phone-number"]?.signUp === true),
    Step: PhoneStep,
  };
}
