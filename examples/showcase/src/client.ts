/// <reference types="vite/client" />

/** The client, with one client plugin for each server plugin. */

import { adminClient } from "@latchkey/admin/client";
import { anonymousClient } from "@latchkey/anonymous/client";
import { apiKeyClient } from "@latchkey/api-key/client";
import { billingClient } from "@latchkey/billing/client";
import { deviceAuthorizationClient } from "@latchkey/device-authorization/client";
import { emailOTPClient } from "@latchkey/email-otp/client";
import { eventsClient } from "@latchkey/events/client";
import { lastLoginMethodClient } from "@latchkey/last-login-method/client";
import { magicLinkClient } from "@latchkey/magic-link/client";
import { multiSessionClient } from "@latchkey/multi-session/client";
import { oauthProviderClient } from "@latchkey/oauth-provider/client";
import { oneTapClient } from "@latchkey/one-tap/client";
import { organizationClient } from "@latchkey/organization/client";
import { passkeyClient } from "@latchkey/passkey/client";
import { phoneNumberClient } from "@latchkey/phone-number/client";
import { createAuthClient } from "@latchkey/react";
import { scimClient } from "@latchkey/scim/client";
import { ssoClient } from "@latchkey/sso/client";
import { stepUpClient } from "@latchkey/step-up/client";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { usernameClient } from "@latchkey/username/client";

export const client = createAuthClient({
  plugins: [
    usernameClient(),
    passkeyClient(),
    emailOTPClient(),
    magicLinkClient(),
    phoneNumberClient(),
    anonymousClient(),
    multiSessionClient(),
    lastLoginMethodClient(),
    // Only used if the server has Google's keys.
    oneTapClient({ clientId: import.meta.env.GOOGLE_CLIENT_ID ?? "" }),
    twoFactorClient(),
    stepUpClient(),
    adminClient(),
    organizationClient(),
    ssoClient(),
    scimClient(),
    oauthProviderClient(),
    apiKeyClient(),
    eventsClient(),
    deviceAuthorizationClient(),
    billingClient(),
  ],
});
