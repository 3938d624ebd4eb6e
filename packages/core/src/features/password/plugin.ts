/** Password reset and change, as a feature. */

import { passwordChangedKind } from "../../accounts/password.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import type { FeatureTypes } from "../../plugin/types.ts";
import { passwordResetToken } from "../../tokens/kinds.ts";
import { changePassword, setPassword, verifyPassword } from "./change.ts";
import type { PasswordCalls } from "./contract.ts";
import { currentPasswordErrors, forgetPasswordErrors, resetPasswordErrors, setPasswordErrors } from "./errors.ts";
import {
  createPasswordResetMailHandler,
  forgetPassword,
  passwordResetMailKind,
  resetPasswordCallback,
} from "./forget-password.ts";
import type { PasswordSettings } from "./options.ts";
import { createPasswordChangedMailHandler, createPasswordResetHandler } from "./outbox-handlers.ts";
import { passwordResetKind, resetPassword } from "./reset-password.ts";

export function passwordFeature(settings: PasswordSettings): Plugin {
  return definePlugin<Plugin<FeatureTypes<PasswordCalls>>>({
    id: "password",
    endpoints: {
      forgetPassword: forgetPassword(settings, "/forget-password"),
      requestPasswordReset: forgetPassword(settings, "/request-password-reset", "/forget-password"),
      resetPasswordCallback,
      resetPassword,
      changePassword,
      setPassword,
      verifyPassword,
    },
    errors: { ...currentPasswordErrors, ...setPasswordErrors, ...forgetPasswordErrors, ...resetPasswordErrors },
    tokens: [passwordResetToken],
    capabilities: (_, isCallable) => ({
      password: {
        reset: settings.sendReset !== null && isCallable("forgetPassword") && isCallable("resetPassword"),
        change: isCallable("changePassword"),
      },
    }),
    outbox: {
      [passwordResetMailKind]: createPasswordResetMailHandler(settings),
      [passwordChangedKind]: createPasswordChangedMailHandler(settings),
      [passwordResetKind]: createPasswordResetHandler(settings),
    },
  });
}
