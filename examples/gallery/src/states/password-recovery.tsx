/** States of the pages to reset a forgotten password. */

import { en, ForgotPassword, fill, ResetPassword } from "@latchkey/ui";
import { withCapabilities } from "../fixtures/capabilities.ts";
import { signedOut } from "../fixtures/default-responses.ts";
import { long } from "../fixtures/users.ts";
import { errorResponse } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { password, text } from "./authentication-parts.tsx";

const forgot = { element: <ForgotPassword />, responses: signedOut };
const fillForgot = async ({ type, click }: UserActions): Promise<void> => {
  await type(en.email, long.email);
  await click("button", en.forgotPassword.submit);
};
const forgotten: readonly State[] = [
  {
    ...forgot,
    name: "off",
    responses: { ...signedOut, ...withCapabilities({ password: null }) },
    expectedText: text("RESET_PASSWORD_DISABLED"),
  },
  { ...forgot, name: "empty", expectedText: en.forgotPassword.subtitle },
  { ...forgot, name: "sent", play: fillForgot, expectedText: fill(en.forgotPassword.sent, { email: long.email }) },
  ...submittingStates({ ...forgot, play: fillForgot }, "/forget-password", "(busy)"),
];

const reset = { element: <ResetPassword />, responses: signedOut, search: "?token=t" };
const fillReset = async ({ type, click }: UserActions): Promise<void> => {
  await type(en.newPassword, password);
  await click("button", en.resetPassword.submit);
};
const resets: readonly State[] = [
  { ...reset, name: "empty", expectedText: en.resetPassword.subtitle },
  { ...reset, name: "broken-link", search: "?error=INVALID_TOKEN", expectedText: en.resetPassword.invalidTitle },
  {
    ...reset,
    name: "too-short",
    responses: { ...signedOut, "/reset-password": errorResponse(400, "PASSWORD_TOO_SHORT") },
    play: fillReset,
    expectedText: text("PASSWORD_TOO_SHORT"),
  },
  { ...reset, name: "done", play: fillReset, expectedText: en.resetPassword.doneTitle },
  ...submittingStates({ ...reset, play: fillReset }, "/reset-password", "(busy)"),
];

export const passwordRecovery: Gallery = { ForgotPassword: forgotten, ResetPassword: resets };
