/** What billing can refuse. */

/** The catalogue of the plugin: codes, statuses, sentences. */
export const billingErrors = {
  WEBHOOK_MISSING_HEADERS: { status: 400, message: "Missing required headers" },
  WEBHOOK_NO_MATCHING_SIGNATURE: { status: 400, message: "No matching signature found" },
  WEBHOOK_TIMESTAMP_TOO_OLD: { status: 400, message: "Message timestamp too old" },
  WEBHOOK_TIMESTAMP_TOO_NEW: { status: 400, message: "Message timestamp too new" },
} as const;

/** What a delivery can be refused for before anybody looks into it. */
export type WebhookErrorCode =
  | "WEBHOOK_MISSING_HEADERS"
  | "WEBHOOK_NO_MATCHING_SIGNATURE"
  | "WEBHOOK_TIMESTAMP_TOO_OLD"
  | "WEBHOOK_TIMESTAMP_TOO_NEW";
