/** The tables of core and of each plugin, with all optional ones. */

import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { apiKey } from "@latchkey/api-key";
import { billing } from "@latchkey/billing";
import { createAuth, memoryAdapter, type Plugin } from "@latchkey/core";
import type { Schema } from "@latchkey/core/database";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { events } from "@latchkey/events";
import { jwt } from "@latchkey/jwt";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { oauthProvider } from "@latchkey/oauth-provider";
import { oneTimeToken } from "@latchkey/one-time-token";
import { organization } from "@latchkey/organization";
import { phoneNumber } from "@latchkey/phone-number";
import { scim } from "@latchkey/scim";
import { sso } from "@latchkey/sso";
import { stepUp } from "@latchkey/step-up";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import type { PluginSchema } from "./tables.ts";

/** The tables of an app with these plugins. */
export function schemaWith(...plugins: readonly Plugin[]): Schema {
  return createAuth({
    baseURL: "http://localhost:3000",
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    database: memoryAdapter(),
    emailAndPassword: { enabled: true },
    plugins,
    logger: { disabled: true },
  }).schema;
}

export function pluginSchemas(): PluginSchema[] {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  return [
    { title: "Usernames", schema: schemaWith(username()) },
    { title: "Phone numbers", schema: schemaWith(phoneNumber({ countries: "all" })) },
    { title: "Guests", schema: schemaWith(anonymous()) },
    { title: "Step-up", schema: schemaWith(stepUp()) },
    { title: "Last login method", schema: schemaWith(lastLoginMethod({ storeInDatabase: true })) },
    { title: "One-time tokens", schema: schemaWith(oneTimeToken()) },
    { title: "Device authorization", schema: schemaWith(deviceAuthorization()) },
    { title: "Two-factor authentication", schema: schemaWith(twoFactor()) },
    {
      title: "Organizations",
      schema: schemaWith(organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } })),
    },
    { title: "Admin", schema: schemaWith(admin()) },
    {
      title: "API keys",
      schema: schemaWith(organization(), apiKey([{}, { configId: "org", references: "organization" }])),
    },
    { title: "JWT", schema: schemaWith(jwt()) },
    {
      title: "Webhooks",
      schema: schemaWith(organization(), jwt(), events({ organizations: true, checkpoints: true })),
    },
    { title: "SCIM", schema: schemaWith(organization(), scim()) },
    { title: "Single sign-on", schema: schemaWith(organization(), sso()) },
    { title: "OAuth provider", schema: oauthSchema() },
    { title: "Billing", schema: schemaWith(billing({ secret, seller: () => false })) },
  ];
}

/** The provider needs `jwt`, whose tables have a separate section. */
function oauthSchema(): Schema {
  const both = schemaWith(jwt(), oauthProvider({ loginPage: "/", consentPage: "/" }));
  const core = schemaWith();
  const signing = schemaWith(jwt());
  return new Map([...both].filter(([name]) => core.has(name) || !signing.has(name)));
}
