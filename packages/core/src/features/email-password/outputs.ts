/** Response shapes of email and password. */

import { boolean, model, nullable, object, optional, type Shape, text } from "../../shapes/shape.ts";
import type { SignInResult, SignUpResult } from "./contract.ts";

/** The response from `/sign-up/email`. */
export const signUpOutput: Shape<SignUpResult> = object({ token: nullable(text), user: model("user") });

/** The response from `/sign-in/email`. */
export const signInOutput: Shape<SignInResult> = object({
  redirect: boolean,
  url: optional(text),
  token: text,
  user: model("user"),
});
