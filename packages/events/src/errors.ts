/** The plugin's errors. */

import { type AuthErrorOptions, type ErrorEntry, fail } from "@latchkey/core/plugin";

/** The errors of all calls. */
export const eventsErrors = {
  INVALID_WEBHOOK_URL: { status: 400, message: "The webhook's URL must be a public https URL" },
  UNKNOWN_EVENT_TYPE: { status: 400, message: "There's no such event type" },
  WEBHOOK_DISABLED: { status: 400, message: "The webhook is disabled" },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: "No active organization" },
  WEBHOOK_LIMIT_REACHED: { status: 403, message: "The organization has reached the maximum number of webhooks" },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: "You are not a member of this organization" },
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS: { status: 403, message: "You are not allowed to manage webhooks" },
  YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG: { status: 403, message: "You are not allowed to read the audit log" },
  WEBHOOK_NOT_FOUND: { status: 404, message: "Webhook not found" },
  DELIVERY_NOT_FOUND: { status: 404, message: "Delivery not found" },
} as const;

/** A code of {@link eventsErrors}. */
export type EventsErrorCode = keyof typeof eventsErrors;

/** @throws {AuthError} the error with this code */
export function failWith(code: EventsErrorCode, options: AuthErrorOptions = {}): never {
  return fail(eventsErrors, code, options);
}

/** Returns these catalog entries, to declare an endpoint's errors. */
export function pickErrors<Code extends EventsErrorCode>(
  ...codes: readonly Code[]
): Readonly<Record<NoInfer<Code>, ErrorEntry>> {
  const all: Readonly<Record<EventsErrorCode, ErrorEntry>> = eventsErrors;
  return Object.fromEntries(codes.map((code) => [code, all[code]])) as Record<Code, ErrorEntry>;
}
