/** The settings and messages of a node. */

import type { RateLimitOptions, SessionOptions } from "@latchkey/core";

/** The same for every node. Nodes keep no state that another node would need. */
export interface NodeSettings {
  /** The URL that browsers use, which is the balancer's. */
  readonly baseURL: string;
  /** The current secret first, then older ones. */
  readonly secrets: readonly string[];
  /** URL of the PostgreSQL database. */
  readonly database: string;
  /** URL of the Redis server. */
  readonly redis: string;
  /** Prefix of every key in Redis. */
  readonly prefix: string;
  /** IP addresses of the balancer, whose forwarded headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly session?: SessionOptions;
  readonly rateLimit?: RateLimitOptions;
}

/** An email that a node was asked to send. There's no mail server here, so the parent process receives it. */
export interface SentMail {
  readonly kind: "reset-password" | "invitation";
  readonly to: string;
  readonly url: string;
  readonly token: string;
}

/** A message from a node to its parent process. */
export type NodeMessage = { readonly port: number } | { readonly mail: SentMail };
