/** One node's auth instance, with every setting that a multi-node deployment needs. */

import { admin } from "@latchkey/admin";
import { apiKey } from "@latchkey/api-key";
import { type Auth, createAuth } from "@latchkey/core";
import { jwt } from "@latchkey/jwt";
import { oauthProvider } from "@latchkey/oauth-provider";
import { organization } from "@latchkey/organization";
import { redisStorage } from "@latchkey/redis";
import { sqlAdapter } from "@latchkey/sql";
import { Redis } from "ioredis";
import pg from "pg";
import type { NodeSettings, SentMail } from "./settings.ts";

/** An auth instance with its connections. */
export interface NodeAuth {
  readonly auth: Auth;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * @param send sends an email. If it throws, it's called again with the same email.
 */
export function createNodeAuth(settings: NodeSettings, send: (mail: SentMail) => void): NodeAuth {
  // Timeouts for queries and connections, because a server that is cut off never responds.
  const pool = new pg.Pool({
    connectionString: settings.database,
    max: 10,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    statement_timeout: 10_000,
    keepAlive: true,
  });
  // Without an offline queue, so that calls made during an outage aren't counted after it.
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
    secondaryStorage: redisStorage(redis, { keyPrefix: settings.prefix }),
    session: { cookieCache: { enabled: true }, ...settings.session },
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
      admin(),
      apiKey({ enableSessionForAPIKeys: true }),
      // Every node signs with the keys in the database.
      jwt({ jwks: { keyPairConfigs: [{ alg: "ES256" }] } }),
      oauthProvider({
        loginPage: "/sign-in",
        consentPage: "/consent",
        organizations: { page: "/choose-organization" },
        allowDynamicClientRegistration: true,
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
