/** The types of received webhooks, for the console and for tests. */

/**
 * The result of verifying a webhook's signature. `verified`: it matches one of the receiver's secrets. `wrong`: it
 * matches none. `late`: its time is more than five minutes off. `missing`: there's no signature. `unchecked`: the
 * receiver has no secrets.
 */
export type SignatureCheck = "verified" | "wrong" | "late" | "missing" | "unchecked";

/** A request to the receiver. */
export interface ReceivedWebhook {
  /** A number that increases with every request, as a string. */
  readonly id: string;
  /** The path and query that it was sent to. */
  readonly path: string;
  /** The event's id, from the `webhook-id` header. It's the same for every attempt. Empty if it's missing. */
  readonly eventId: string;
  /** The event's type. Empty if the body isn't an event. */
  readonly type: string;
  /** How often the event has arrived so far, including this time. */
  readonly attempt: number;
  readonly signature: SignatureCheck;
  /** The status that the receiver responded with. */
  readonly status: number;
  readonly body: string;
  /** When it arrived. */
  readonly date: Date;
}

/** Stores received webhooks. */
export interface WebhookInbox {
  /** Newest first. */
  list(): readonly ReceivedWebhook[];
  clear(): void;
  /** Adds a signing secret, which starts with `whsec_`. Earlier requests are checked with it, too. */
  addSecret(secret: string): void;
}
