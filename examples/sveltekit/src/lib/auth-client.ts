/** Calls the auth server: authClient.signIn.email({ email, password }), and so on. */

import { createAuthClient } from "@latchkey/client";
import type { auth } from "$lib/server/auth";

export const authClient = createAuthClient<typeof auth>();

/** For load functions and form actions. Their `fetch` sends the request's cookies and sets the cookies from responses. */
export const serverClient = (fetch: typeof globalThis.fetch) => createAuthClient<typeof auth>({ fetch });
