/** What a node is told when it starts, and what it tells. */

import type { RateLimitOptions, SessionOptions } from "@latchkey/core";

/** The same for every node; a node keeps nothing that another would need. */
export interface NodeSettings {
  /** Where browsers find the cluster: the balancer. */
  readonly baseURL: string;
  /** The current secret first, then older ones. */
  readonly secrets: readonly string[];
  /** URL of the PostgreSQL database. */
  readonly database: string;
  /** URL of the Redis server. */
  readonly redis: string;
  /** Begins every key in Redis. */
  readonly prefix: string;
  /** Addresses of the balancer, whose word on clients counts. */
  readonly trustedProxies: readonly string[];
  readonly session?: SessionOptions;
  readonly rateLimit?: RateLimitOptions;
}

/** A mail that a node was asked to send. There is no mail server here: the process that started the nodes gets it. */
export interface SentMail {
  readonly kind: "reset-password" | "invitation";
  readonly to: string;
  readonly url: string;
  readonly token: string;
}

/** What a node says to the process that started it. */
export type NodeMessage = { readonly port: number } | { readonly mail: SentMail };
