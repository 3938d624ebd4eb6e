/** Checks the auth file's sign-in methods, and whether the emails that they need are sent. */

import type { Target } from "../project/target.ts";
import { isObject, type StaticValue, valueAt } from "../source/values.ts";
import type { Finding } from "./finding.ts";

/** Official plugins that users can sign in with, without a password or a provider. */
const signInPlugins: readonly string[] = ["anonymous", "email-otp", "magic-link", "passkey", "phone-number", "sso"];

/** Whether a plugin lets users sign in. A plugin that isn't known could do so. */
function mayHaveSignInPlugin({ plugins, authFile }: Target): boolean {
  return plugins.some((id) => signInPlugins.includes(id)) || (authFile?.unknownPlugins.length ?? 0) > 0;
}

/** Checks whether users can sign in, reset their password, and verify their email. */
export function checkSignInMethods(options: StaticValue, target: Target): Finding[] {
  const password = valueAt(options, "emailAndPassword", "enabled");
  const findings: Finding[] = [];
  const others = [valueAt(options, "socialProviders"), valueAt(options, "providers")];
  const hasProvider = others.some((other) => other !== undefined);
  if (isObject(options) && !password && !hasProvider && !mayHaveSignInPlugin(target)) {
    findings.push({
      id: "configuration.no-sign-in-method",
      severity: "error",
      title:
        "Users can't sign in, because email and password are off, and there's no provider or plugin to sign in with.",
      step: "Set emailAndPassword: { enabled: true }, or add socialProviders.",
    });
  }
  if (password === true && valueAt(options, "emailAndPassword", "sendResetPassword") === undefined) {
    findings.push({
      id: "configuration.no-password-reset",
      severity: "warning",
      title: "Users can't reset a forgotten password, because emailAndPassword.sendResetPassword isn't set.",
      step: "Set it to a function that sends the email, such as resetPassword from @latchkey/mailer's createMailer.",
    });
  }
  const required = valueAt(options, "emailAndPassword", "requireEmailVerification") === true;
  if (required && valueAt(options, "emailVerification", "sendVerificationEmail") === undefined) {
    findings.push({
      id: "configuration.unverifiable-emails",
      severity: "error",
      title: "Users must verify their email before they can sign in, but no verification email is sent.",
      step: "Set emailVerification.sendVerificationEmail, or remove emailAndPassword.requireEmailVerification.",
    });
  }
  return findings;
}
