/** An app's exports. */

import { createAuthClient as createPlainClient } from "@latchkey/client";
import { type AuthClient, createAuthClient } from "../src/index.ts";
import { type auth, teamsClient } from "./plugins.ts";

export const client = createAuthClient<typeof auth>();
export const composed = createAuthClient({ plugins: [teamsClient()] });
export const bare = createAuthClient();
export const plain = createPlainClient<typeof auth>();
export const written: AuthClient<typeof auth> = createAuthClient<typeof auth>();
export const { signIn, useSession, useActiveTeam } = client;
