/** The client: one line, and a word for each plugin of the server. */

import { adminClient } from "@latchkey/admin/client";
import { billingClient } from "@latchkey/billing/client";
import { organizationClient } from "@latchkey/organization/client";
import { createAuthClient } from "@latchkey/react";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { usernameClient } from "@latchkey/username/client";
import { roles } from "./roles.ts";

export const client = createAuthClient({
  plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient(roles), billingClient()],
});
