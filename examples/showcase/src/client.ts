/** The client, with one client plugin for each server plugin. */

import { adminClient } from "@latchkey/admin/client";
import { billingClient } from "@latchkey/billing/client";
import { organizationClient } from "@latchkey/organization/client";
import { createAuthClient } from "@latchkey/react";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { usernameClient } from "@latchkey/username/client";

export const client = createAuthClient({
  plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient(), billingClient()],
});
