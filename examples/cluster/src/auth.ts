/** The auth of one node: everything that has to be set for many nodes is here. */

import { type Auth, createAuth } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { redisStorage } from "@latchkey/redis";
import { sqlAdapter } from "@latchkey/sql";
import { Redis } from "ioredis";
import pg from "pg";
import type { NodeSettings, SentMail } from "./settings.ts";

/** An auth with its connections. */
export interface NodeAuth {
  readonly auth: Auth;
  /** Ends the connections. */
  close(): Promise<void>;
}

/** @param send takes the mails; it is called again with the same mail if it fails */
export function createNodeAuth(settings: NodeSettings, send: (mail: SentMail) => void): NodeAuth {
  // No query and no wait for a connection may take for ever: a server that is cut off says nothing.
  const pool = new pg.Pool({
    connectionString: settings.database,
    max: 10,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    statement_timeout: 10_000,
    keepAlive: true,
  });
  // Calls that waited out an outage would be counted after it.
  const redis = new Redis(settings.redis, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 500,
  });
  redis.on("error", () => {});
  const auth = createAuth({
    appName: "Latchkey cluster",
    baseURL: settings.baseURL,
    secrets: settings.secrets,
    database: sqlAdapter(pool),
    secondaryStorage: redisStorage(redis, { prefix: settings.prefix }),
    // Redis is a cache here: what it loses, the database still has.
    session: { storeSessionInDatabase: true, cookieCache: { enabled: true }, ...settings.session },
    verification: { storeInDatabase: true },
    rateLimit: { enabled: true, ...settings.rateLimit },
    advanced: { ipAddress: { trustedProxies: settings.trustedProxies } },
    emailAndPassword: {
      enabled: true,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url, token }) => send({ kind: "reset-password", to: user.email, url, token }),
    },
    plugins: [
      organization({
        sendInvitationEmail: ({ email, url, token }) => send({ kind: "invitation", to: email, url, token }),
      }),
    ],
  });
  return {
    auth,
    async close() {
      redis.disconnect();
      await pool.end();
    },
  };
}
