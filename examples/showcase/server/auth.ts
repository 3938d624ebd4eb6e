/** The showcase's auth: everything an app writes on its server. */

import { type Auth, createAuth } from "@latchkey/core";
import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/kysely/sqlite";

export interface ShowcaseAuthOptions {
  readonly baseURL: string;
  readonly secret: string;
  /** Path of the SQLite file. */
  readonly file: string;
  /** Further origins that may call. */
  readonly trustedOrigins?: readonly string[];
}

export async function createShowcaseAuth({
  baseURL,
  secret,
  file,
  trustedOrigins = [],
}: ShowcaseAuthOptions): Promise<Auth> {
  const auth = createAuth({
    appName: "Latchkey showcase",
    baseURL,
    secret,
    database: kyselyAdapter(await sqlite(file)),
    emailAndPassword: { enabled: true },
    trustedOrigins,
  });
  await auth.migrate();
  return auth;
}
