/** An app with every plugin that has endpoints, and its OpenAPI document. */

import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { apiKey } from "@latchkey/api-key";
import { type BillingProvider, billing } from "@latchkey/billing";
import { type AuthOptions, createAuth, memoryAdapter } from "@latchkey/core";
import { openApi } from "@latchkey/core/openapi";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { emailOTP } from "@latchkey/email-otp";
import { events } from "@latchkey/events";
import { jwt } from "@latchkey/jwt";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { magicLink } from "@latchkey/magic-link";
import { multiSession } from "@latchkey/multi-session";
import { oauthProvider } from "@latchkey/oauth-provider";
import { oneTap } from "@latchkey/one-tap";
import { oneTimeToken } from "@latchkey/one-time-token";
import { organization } from "@latchkey/organization";
import { passkey } from "@latchkey/passkey";
import { phoneNumber } from "@latchkey/phone-number";
import { scim } from "@latchkey/scim";
import { sso } from "@latchkey/sso";
import { stepUp } from "@latchkey/step-up";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";

/** The password of the test users. */
export const password = "correct horse battery";

const options = {
  secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
  emailAndPassword: { enabled: true, sendResetPassword: async () => {} },
  socialProviders: { google: { clientId: "app", clientSecret: "secret" } },
  emailVerification: { sendVerificationEmail: async () => {} },
  user: {
    changeEmail: { enabled: true },
    deleteUser: { enabled: true },
    additionalFields: { nickname: { type: "string", input: true } },
  },
  logger: { disabled: true },
} as const satisfies Partial<AuthOptions>;

/** With a provider, billing has all of its calls. None of them is made here. */
const unusedProvider = { name: "unused", syncResources: [] as readonly string[] } as BillingProvider;

export function makeApp(baseURL: string) {
  return createAuth({
    ...options,
    baseURL,
    database: memoryAdapter(),
    plugins: [
      username(),
      anonymous(),
      phoneNumber({ countries: ["US"], sendOTP: async () => {} }),
      stepUp(),
      magicLink({ sendMagicLink: () => {} }),
      emailOTP({ sendVerificationOTP: () => {}, changeEmail: { enabled: true } }),
      twoFactor(),
      passkey({
        rpID: "app.test",
        origin: "http://app.test",
        signUp: "email",
        relatedOrigins: ["https://app.example"],
      }),
      multiSession(),
      lastLoginMethod({ storeInDatabase: true }),
      oneTimeToken(),
      deviceAuthorization({ clients: ["tv"] }),
      events({ organizations: true }),
      scim(),
      sso(),
      oneTap(),
      admin(),
      apiKey([{}, { configId: "org", references: "organization" }]),
      jwt(),
      oauthProvider({ loginPage: "/sign-in", consentPage: "/consent" }),
      organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
      billing({
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        seller: ({ user }) => user.role === "admin",
        provider: unusedProvider,
        checkout: { guests: true },
      }),
      openApi(),
    ],
  });
}
