/** States of the sign-up page and its password field. */

import { en, fillCount, NewPasswordField, Screen, SignUp } from "@latchkey/ui";
import { captchaEn } from "@latchkey/ui/captcha";
import { signedOut } from "../fixtures/default-responses.ts";
import { bob, long } from "../fixtures/users.ts";
import { errorResponse, ok } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { appFields, nothingOffered, password, providersOnly, text, withCaptcha } from "./authentication-parts.tsx";

const signUp = { element: <SignUp />, responses: signedOut };
const fillSignUp = async ({ type, click }: UserActions): Promise<void> => {
  await type(en.name, long.name);
  await type(en.email, long.email);
  await type(en.password, password);
  await click("button", en.signUp.submit);
};
const taken = errorResponse(422, "USER_ALREADY_EXISTS");
const signUpStates: readonly State[] = [
  { ...signUp, name: "empty", expectedText: en.signUp.subtitle },
  {
    ...signUp,
    name: "missing",
    play: ({ click }) => click("button", en.signUp.submit),
    expectedText: en.required,
  },
  {
    ...signUp,
    name: "refused",
    responses: { ...signedOut, "/sign-up/email": taken },
    play: fillSignUp,
    expectedText: text("USER_ALREADY_EXISTS"),
  },
  {
    ...signUp,
    name: "check-mail",
    responses: { ...signedOut, "/sign-up/email": ok({ token: null, user: bob }) },
    play: fillSignUp,
    expectedText: en.signUp.checkMail,
  },
  { ...signUp, name: "invited", element: <SignUp email={long.email} />, expectedText: long.email },
  {
    ...signUp,
    name: "password-too-short",
    play: ({ type }) => type(en.password, "short"),
    expectedText: fillCount(en, en.signUp.passwordShort, 3),
  },
  { ...signUp, name: "app-fields", responses: appFields, expectedText: "Company name" },
  { ...signUp, ...withCaptcha, name: "captcha", expectedText: en.signUp.subtitle },
  {
    ...signUp,
    ...withCaptcha,
    name: "captcha-refused",
    responses: { ...withCaptcha.responses, "/sign-up/email": errorResponse(400, "MISSING_RESPONSE") },
    play: fillSignUp,
    expectedText: captchaEn.errors.MISSING_RESPONSE ?? "",
  },
  { ...signUp, name: "providers-only", responses: providersOnly, expectedText: "Continue with GitHub" },
  { ...signUp, name: "closed", responses: nothingOffered, expectedText: en.signUp.closedTitle },
  ...submittingStates({ ...signUp, play: fillSignUp }, "/sign-up/email", "(busy)"),
];

const newPassword = (error?: string) => (
  <Screen>
    <NewPasswordField label={en.newPassword} name="newPassword" error={error} />
  </Screen>
);
const field = { element: newPassword() };
const passwords: readonly State[] = [
  { ...field, name: "empty", expectedText: fillCount(en, en.signUp.passwordHint, 8) },
  {
    ...field,
    name: "too-short",
    play: ({ type }) => type(en.newPassword, "short"),
    expectedText: fillCount(en, en.signUp.passwordShort, 3),
  },
  { ...field, name: "fits", play: ({ type }) => type(en.newPassword, password), expectedText: en.signUp.passwordFits },
  {
    ...field,
    name: "refused",
    element: newPassword(text("PASSWORD_TOO_OBVIOUS")),
    expectedText: text("PASSWORD_TOO_OBVIOUS"),
  },
];

export const signUpGallery: Gallery = { SignUp: signUpStates, NewPasswordField: passwords };
