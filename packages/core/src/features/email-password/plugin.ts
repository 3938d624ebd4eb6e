/** Email and password as a feature. */

import { fail } from "../../http/errors.ts";
import type { Gate } from "../../plugin/gate.ts";
import { definePlugin, type Plugin } from "../../plugin/plugin.ts";
import { emailPasswordErrors } from "./errors.ts";
import type { EmailPasswordSettings } from "./options.ts";
import { signInEmail } from "./sign-in.ts";
import { signUpEmail } from "./sign-up.ts";

export function emailPasswordFeature(settings: EmailPasswordSettings): Plugin {
  return definePlugin({
    id: "email-password",
    endpoints: { signUpEmail: signUpEmail(settings), signInEmail: signInEmail(settings) },
    errors: emailPasswordErrors,
    gates: settings.requireEmailVerification ? [verifiedEmail] : [],
  });
}

/** Nobody gets in by any way before the address is proven. */
const verifiedEmail: Gate = {
  name: "verifiedEmail",
  kind: "refuse",
  check({ user }) {
    if (!user.emailVerified) fail(emailPasswordErrors, "EMAIL_NOT_VERIFIED");
    return undefined;
  },
};
