/** Validates the values that a caller sends for a key, and turns them into columns. */

import type { RequestContext } from "@latchkey/core/plugin";
import type { ServerKeyInput, UpdateApiKeyInput } from "./call-types.ts";
import { failWith } from "./errors.ts";
import type { ApiKeySettings } from "./options.ts";
import type { ApiKeyRow } from "./tables.ts";

const serverKeys = [
  "remaining",
  "refillAmount",
  "refillInterval",
  "rateLimitEnabled",
  "rateLimitTimeWindow",
  "rateLimitMax",
  "permissions",
] as const satisfies readonly (keyof ServerKeyInput)[];

/** @throws {AuthError} `SERVER_ONLY_PROPERTY` if a client sets a field that only the server can set */
export function checkServerKeys(context: RequestContext, settings: ApiKeySettings, given: ServerKeyInput): void {
  if (context.isServerCall) return;
  const chosen = settings.clientPermissions === false ? null : "permissions";
  if (serverKeys.some((name) => name !== chosen && given[name] !== undefined)) failWith("SERVER_ONLY_PROPERTY");
}

/** Fields that `create` and `update` share. */
export type KeyValues = Pick<UpdateApiKeyInput, "name" | "expiresIn" | "metadata" | keyof ServerKeyInput>;

/**
 * Returns the columns for the given fields. Fields that are missing are left out.
 * @throws {AuthError} if a field isn't allowed or is out of bounds
 */
export function toColumns(context: RequestContext, settings: ApiKeySettings, given: KeyValues): Partial<ApiKeyRow> {
  checkServerKeys(context, settings, given);
  checkRefill(given);
  if (given.name !== undefined && isOutside(given.name.length, settings.name)) failWith("INVALID_NAME_LENGTH");
  if (given.metadata && !settings.metadata) failWith("METADATA_DISABLED");
  if (given.metadata !== undefined && !isRecord(given.metadata)) failWith("INVALID_METADATA_TYPE");
  const { expiresIn, remaining, ...same } = given;
  const columns: Record<string, unknown> = { ...same };
  if (remaining !== undefined) columns.remaining = remaining;
  if (expiresIn !== undefined) columns.expiresAt = toDate(context, checkLifetime(context, settings, expiresIn));
  return columns as Partial<ApiKeyRow>;
}

function isRecord(value: unknown): boolean {
  return value === null || (typeof value === "object" && !Array.isArray(value));
}

/** Returns when a lifetime ends. */
export function toDate(context: RequestContext, seconds: number | null): Date | null {
  return seconds === null ? null : new Date(context.now().getTime() + seconds * 1000);
}

function checkRefill({ refillAmount, refillInterval }: ServerKeyInput): void {
  if (refillInterval !== undefined && refillAmount === undefined) failWith("REFILL_AMOUNT_AND_INTERVAL_REQUIRED");
  if (refillAmount !== undefined && refillInterval === undefined) failWith("REFILL_INTERVAL_AND_AMOUNT_REQUIRED");
}

function checkLifetime(context: RequestContext, { expiration }: ApiKeySettings, seconds: number | null): number | null {
  if (context.isServerCall) return seconds;
  if (expiration.serverOnly) failWith("KEY_DISABLED_EXPIRATION");
  // A key that never expires is allowed unless the app gives keys a lifetime.
  if (seconds === null) return expiration.default === null ? null : failWith("EXPIRES_IN_IS_TOO_LARGE");
  if (seconds < expiration.min) failWith("EXPIRES_IN_IS_TOO_SMALL");
  if (seconds > expiration.max) failWith("EXPIRES_IN_IS_TOO_LARGE");
  return seconds;
}

/** Whether a length is out of bounds. */
export function isOutside(length: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return length < min || length > max;
}
