/** The input and response types of the calls. */

import type { verificationErrors } from "./errors.ts";
import type { KeyPermissions } from "./tables.ts";

/** A key as responses show it, without the key itself. */
export interface ApiKey {
  readonly id: string;
  readonly configId: string;
  readonly name: string | null;
  /** The first characters, to recognize the key. */
  readonly start: string | null;
  readonly prefix: string | null;
  /** ID of the owner: a user, an organization, or a service account. */
  readonly referenceId: string;
  /** ID of the user who created the key. `null` if the app's server created it or the user was deleted. */
  readonly createdBy: string | null;
  readonly enabled: boolean;
  readonly expiresAt: Date | null;
  readonly rateLimitEnabled: boolean;
  /** Milliseconds. */
  readonly rateLimitTimeWindow: number | null;
  readonly rateLimitMax: number | null;
  /** For better-auth's clients. Always 0, because the rate limit's counter can't be read. */
  readonly requestCount: number;
  /** Remaining uses. `null` means unlimited. */
  readonly remaining: number | null;
  readonly refillAmount: number | null;
  /** Milliseconds. */
  readonly refillInterval: number | null;
  readonly lastRefillAt: Date | null;
  /** When the key was last used, accurate to a minute. */
  readonly lastRequest: Date | null;
  readonly permissions: KeyPermissions | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** When a replaced key stops working. `null` if it wasn't replaced. */
  readonly graceUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A key with its secret, which no other call returns. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

/** Settings that only the server can set, by calling `auth.api` without headers. */
export interface ServerKeyInput {
  /** Uses until the key stops working. `null` means unlimited. */
  readonly remaining?: number | null | undefined;
  /** Uses that each refill sets. */
  readonly refillAmount?: number | undefined;
  /** Milliseconds between refills. */
  readonly refillInterval?: number | undefined;
  readonly rateLimitEnabled?: boolean | undefined;
  /** Length of the rate limit window, in milliseconds. */
  readonly rateLimitTimeWindow?: number | undefined;
  readonly rateLimitMax?: number | undefined;
  /** Actions by resource. Users can set it if the app lets them (`clientPermissions`). */
  readonly permissions?: KeyPermissions | undefined;
}

/** Input for `/api-key/create`. */
export interface CreateApiKeyInput extends ServerKeyInput {
  readonly name?: string | undefined;
  /** Seconds until the key expires. `null` means never, if the app allows it. */
  readonly expiresIn?: number | null | undefined;
  readonly prefix?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The kind of key. Default: the app's first kind, or the kind for organizations if the input names one. */
  readonly configId?: string | undefined;
  /** The organization that gets the key. Default for organization keys: the active organization. */
  readonly organizationId?: string | undefined;
  /** The service account that gets the key. */
  readonly serviceAccountId?: string | undefined;
  /** The owner. Only for calls from the server without headers. */
  readonly userId?: string | undefined;
}

/** Input for `/api-key/update`. Fields that are left out don't change. */
export interface UpdateApiKeyInput extends ServerKeyInput {
  readonly keyId: string;
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Seconds from now until the key expires. `null` means never. */
  readonly expiresIn?: number | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly configId?: string | undefined;
  /** The owner. Only for calls from the server without headers. */
  readonly userId?: string | undefined;
  /** The owner. Only for calls from the server without headers. */
  readonly organizationId?: string | undefined;
}

/** Input for `/api-key/get`. */
export interface GetApiKeyQuery {
  readonly id: string;
  readonly configId?: string | undefined;
}

/** Input for `/api-key/list`. */
export interface ListApiKeysQuery {
  /** 1 to 100. Default: 100. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Default: `createdAt`. */
  readonly sortBy?: "createdAt" | "updatedAt" | "name" | "expiresAt" | "lastRequest" | undefined;
  /** Default: `desc`. */
  readonly sortDirection?: "asc" | "desc" | undefined;
  readonly configId?: string | undefined;
  /** Lists the keys of this organization and its service accounts, instead of the user's. */
  readonly organizationId?: string | undefined;
}

/** Response from `/api-key/list`. */
export interface ApiKeyList {
  readonly apiKeys: readonly ApiKey[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** Input of calls that take only a key's ID. */
export interface KeyIdInput {
  readonly keyId: string;
  readonly configId?: string | undefined;
}

/** Input for `/api-key/rotate`. */
export interface RotateApiKeyInput extends KeyIdInput {
  /** How long the old key still works, in seconds: 0 to 604800 (7 days). Default: 86400 (1 day). */
  readonly overlap?: number | undefined;
}

/** Input for `auth.api.verifyApiKey`. */
export interface VerifyApiKeyInput {
  readonly key: string;
  /** The permissions that the key must have: actions by resource. */
  readonly permissions?: KeyPermissions | undefined;
  /** The kind that the key must be. */
  readonly configId?: string | undefined;
}

/** Why a key was rejected. */
export interface KeyRejection {
  readonly code: keyof typeof verificationErrors;
  readonly message: string;
  /** For `RATE_LIMITED`: milliseconds until the key can be used again. */
  readonly details?: { readonly tryAgainIn: number };
}

/** Response from `auth.api.verifyApiKey`. */
export type KeyVerification =
  | { readonly valid: true; readonly error: null; readonly key: ApiKey }
  | { readonly valid: false; readonly error: KeyRejection; readonly key: null };

/** The caller that a key or a session represents. */
export interface Principal {
  readonly kind: "user" | "organization" | "service";
  /** ID of the user, the organization, or the service account. */
  readonly id: string;
  /** The organization of a service account. */
  readonly organizationId?: string;
  /** What the key can do. `null` if the caller has a session. */
  readonly permissions: KeyPermissions | null;
}

/** A program that an organization owns. */
export interface ServiceAccount {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly role: string;
  readonly disabled: boolean;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Input for `/service-account/create`. */
export interface CreateServiceAccountInput {
  readonly name: string;
  /** One role of the organization, or several separated by commas. */
  readonly role: string;
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
}

/** Input for `/service-account/update`. */
export interface UpdateServiceAccountInput {
  readonly id: string;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
  /** Its keys don't work while it's disabled. */
  readonly disabled?: boolean | undefined;
}

/** One reported token, as secret scanners send it. */
export interface ReportedToken {
  readonly token: string;
  readonly type: string;
  readonly url?: string | undefined;
  readonly source?: string | undefined;
}

/** The result for a reported token. */
export interface ReportResult {
  readonly token_raw: string;
  readonly token_type: string;
  readonly label: "true_positive" | "false_positive";
}
