/** The interface that billing needs from a payment provider to receive webhooks. */

import type { UnknownEvent, WebhookEvent } from "../entities/event.ts";
import type { UnknownMember } from "../entities/unknown-members.ts";
import type { WireIssue } from "../entities/wire.ts";
import type { Snapshots } from "../mirror/snapshot.ts";
import type { WebhookSecrets } from "../webhooks/secrets.ts";
import type { VerifiedWebhook } from "../webhooks/verify.ts";

/** Options for a call to the payment provider. */
export interface ProviderCall {
  /** Aborts when the call times out. */
  readonly signal: AbortSignal;
  /** The same for every attempt of one action, for providers that can ignore repeated requests. */
  readonly idempotencyKey?: string;
}

/** Verifies deliveries with the app's secrets. */
export interface WebhookVerifier {
  /** Warnings for the app's developers, such as about weak secrets. */
  readonly warnings: readonly string[];
  /**
   * Checks the headers before the body is read, and returns the function that checks the body.
   * @throws {AuthError} one of the `WEBHOOK_` errors
   */
  readHeaders(headers: Headers, now: Date): (body: Uint8Array) => VerifiedWebhook;
}

/** A delivery as it's stored. */
export interface StoredDelivery {
  /** The same for every attempt. */
  readonly id: string;
  /** The body as it was received. */
  readonly body: string;
  readonly sentAt: Date;
  /** When it arrived, as sortable text. Different for all deliveries that one process receives. */
  readonly arrival: string;
  /** What `lookUp` returned. */
  readonly lookups: unknown;
}

/** An event that could be read. */
export interface ReadEvent {
  readonly kind: "event";
  readonly event: WebhookEvent | UnknownEvent;
  /** The event's snapshots, or `null` if there's nothing to apply. */
  readonly snapshots: Snapshots | null;
  /**
   * Why there's nothing to apply: `foreign` for another seller's event, `same` for an event that changes nothing
   * billing knows about. Default: this version doesn't know the event's type.
   */
  readonly unapplied?: "foreign" | "same" | undefined;
  /** Enum values and union members that this version doesn't know. */
  readonly unknown: readonly UnknownMember[];
}

/** An event of a known type that can't be applied. It's recorded, so that a later version can apply it. */
export interface UnreadableEvent {
  readonly kind: "unreadable";
  readonly event: UnknownEvent;
  readonly issues: readonly WireIssue[];
}

/** A body that isn't an event. */
export interface NoEvent {
  readonly kind: "malformed";
  readonly issues: readonly WireIssue[];
}

/** An entity as the payment provider's API returns it. */
export interface ApiEntity {
  /** An event type with this `data`. */
  readonly type: string;
  readonly data: unknown;
}

/** How a payment provider sends webhooks. Reading is separate from verifying, because a rebuild reads stored bodies. */
export interface ProviderWebhooks {
  /**
   * Creates the verifier for the app's secrets.
   * @throws {Error} if a secret is empty or invalid
   */
  createVerifier(secrets: WebhookSecrets): WebhookVerifier;
  /** Reads a stored delivery. Calls nothing, so the result is the same at every rebuild. */
  read(delivery: StoredDelivery): ReadEvent | UnreadableEvent | NoEvent;
  /**
   * Fetches data from the payment provider that an event needs but doesn't include. The result is stored with the
   * delivery. If it throws, the delivery isn't recorded, and the provider sends it again.
   */
  lookUp?(event: UnknownEvent, call: ProviderCall): Promise<unknown>;
  /** Returns the body of an event with an entity that was fetched from the API. */
  format(entity: ApiEntity, fetchedAt: Date): string;
}
