/** Calls the auth server: authClient.signIn.email({ email, password }), and so on. */

import { createAuthClient } from "@latchkey/react";
import type { auth } from "./auth";

export const authClient = createAuthClient<typeof auth>();
