/** Tests that the rate limit table matches the endpoints. */

import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { apiKey } from "@latchkey/api-key";
import { billing } from "@latchkey/billing";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { emailOTP } from "@latchkey/email-otp";
import { events } from "@latchkey/events";
import { jwt } from "@latchkey/jwt";
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
import { startAuth } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { expect, test } from "vitest";
import { pages } from "./blocks.ts";

const plugins = [
  username(),
  anonymous(),
  magicLink({ sendMagicLink: () => {} }),
  emailOTP({ sendVerificationOTP: () => {}, changeEmail: { enabled: true } }),
  phoneNumber({ countries: ["US"], sendOTP: async () => {} }),
  passkey({ rpID: "app.test", origin: "http://app.test", signUp: "email" }),
  twoFactor(),
  stepUp(),
  multiSession(),
  oneTimeToken(),
  deviceAuthorization({ clients: ["tv"] }),
  events(),
  scim(),
  sso(),
  oneTap(),
  organization(),
  admin(),
  apiKey([{ leakReports: { publicKey: () => null } }, { configId: "org", references: "organization" }]),
  jwt(),
  oauthProvider({ loginPage: "/sign-in", consentPage: "/consent" }),
  billing({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", seller: () => false }),
];
const socialProviders = { google: { clientId: "app", clientSecret: "secret" } };

test("every endpoint with its own limit is in the table with that limit", async () => {
  const rows = (pages().get("docs/operations/rate-limits.md") ?? "").matchAll(/^\| (\d+) \| (\d+) \| (`.*) \|$/gm);
  const told = [...rows].flatMap(([, max, window, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => `${max} in ${window}: ${name}`),
  );
  const { auth } = await startAuth({ plugins, socialProviders });
  const all = Object.values(auth.$context.extensions.endpoints);
  const limited = all.filter(({ rateLimit, aliasOf, serverOnly }) => rateLimit && !aliasOf && !serverOnly);
  const named = limited.map(({ path, method, rateLimit }) => {
    const twice = limited.filter((other) => other.path === path).length > 1;
    const rule = rateLimit as { readonly max: number; readonly window: number };
    return `${rule.max} in ${rule.window}: ${twice ? `${method} ` : ""}${path}`;
  });
  expect(told.sort()).toEqual(named.sort());
});
