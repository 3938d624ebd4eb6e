/** The calls of the API key plugin, with their inputs, responses, and errors. */

import type { Call } from "@latchkey/core";
import type {
  CallContract,
  ClientCall,
  CoreModels,
  GuestErrorCode,
  ImpersonationErrorCode,
  Models,
  PluginTypes,
  ServerCall,
  SessionCall,
  SessionErrorCode,
  SessionQuery,
  WithBody,
} from "@latchkey/core/plugin";
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
  /** Id of the owner. */
  readonly referenceId: string;
  readonly enabled: boolean;
  readonly expiresAt: Date | null;
  readonly rateLimitEnabled: boolean;
  /** Milliseconds. */
  readonly rateLimitTimeWindow: number | null;
  readonly rateLimitMax: number | null;
  /** Uses that are left. `null`: any number. */
  readonly remaining: number | null;
  readonly refillAmount: number | null;
  /** Milliseconds. */
  readonly refillInterval: number | null;
  readonly lastRefillAt: Date | null;
  /** When the key was last used, at most a minute old. */
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

/** What only the server can set, by calling `auth.api` without headers. */
export interface ServerKeyInput {
  /** Uses until the key stops working. `null`: any number. */
  readonly remaining?: number | null | undefined;
  /** Uses that each refill sets. */
  readonly refillAmount?: number | undefined;
  /** Milliseconds between refills. */
  readonly refillInterval?: number | undefined;
  readonly rateLimitEnabled?: boolean | undefined;
  /** Milliseconds in which uses are counted. */
  readonly rateLimitTimeWindow?: number | undefined;
  readonly rateLimitMax?: number | undefined;
  /** Actions by resource. */
  readonly permissions?: KeyPermissions | undefined;
}

/** Input of `/api-key/create`. */
export interface CreateApiKeyInput extends ServerKeyInput {
  readonly name?: string | undefined;
  /** Seconds until the key expires. `null`: never, if the app allows it. */
  readonly expiresIn?: number | null | undefined;
  readonly prefix?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The owner. Only for calls from the server without headers. */
  readonly userId?: string | undefined;
}

/** Input of `/api-key/update`. Missing fields stay as they are. */
export interface UpdateApiKeyInput extends ServerKeyInput {
  readonly keyId: string;
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Seconds from now until the key expires. `null`: never. */
  readonly expiresIn?: number | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The owner. Only for calls from the server without headers. */
  readonly userId?: string | undefined;
}

/** Input of `/api-key/get`. */
export interface GetApiKeyQuery {
  readonly id: string;
}

/** Input of `/api-key/list`. */
export interface ListApiKeysQuery {
  /** 1 to 100. Default: 100. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Default: `createdAt`. */
  readonly sortBy?: "createdAt" | "updatedAt" | "name" | "expiresAt" | "lastRequest" | undefined;
  /** Default: `desc`. */
  readonly sortDirection?: "asc" | "desc" | undefined;
}

/** Response of `/api-key/list`. */
export interface ApiKeyList {
  readonly apiKeys: readonly ApiKey[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

/** Input of calls that take only a key's id. */
export interface KeyIdInput {
  readonly keyId: string;
}

/** Input of `/api-key/rotate`. */
export interface RotateApiKeyInput extends KeyIdInput {
  /** Seconds in which the old key still works: 0 to 604800 (7 days). Default: 86400 (1 day). */
  readonly overlap?: number | undefined;
}

/** Input of `auth.api.verifyApiKey`. */
export interface VerifyApiKeyInput {
  readonly key: string;
  /** What the key must be allowed to do: actions by resource. */
  readonly permissions?: KeyPermissions | undefined;
}

/** Why a key was rejected. */
export interface KeyRejection {
  readonly code: keyof typeof verificationErrors;
  readonly message: string;
  /** For `RATE_LIMITED`: milliseconds until the key can be used again. */
  readonly details?: { readonly tryAgainIn: number };
}

/** Response of `auth.api.verifyApiKey`. */
export type KeyVerification =
  | { readonly valid: true; readonly error: null; readonly key: ApiKey }
  | { readonly valid: false; readonly error: KeyRejection; readonly key: null };

type ValueErrorCode =
  | "SERVER_ONLY_PROPERTY"
  | "EXPIRES_IN_IS_TOO_SMALL"
  | "EXPIRES_IN_IS_TOO_LARGE"
  | "KEY_DISABLED_EXPIRATION"
  | "INVALID_NAME_LENGTH"
  | "METADATA_DISABLED"
  | "REFILL_AMOUNT_AND_INTERVAL_REQUIRED"
  | "REFILL_INTERVAL_AND_AMOUNT_REQUIRED";

/** Codes of a call that needs a fresh session of the user in person. */
type OwnerErrorCode = SessionErrorCode | ImpersonationErrorCode | GuestErrorCode | "UNAUTHORIZED_SESSION";

/** A call of a signed-in user. The server can also call it without headers, for the user in `userId`. */
interface OwnerCall<Input extends { readonly userId?: string | undefined }, Output, Code extends string>
  extends CallContract<
    Input,
    Output,
    Code,
    Call<WithBody<Input>, Output, Code>,
    ClientCall<Omit<Input, "userId" | keyof ServerKeyInput>, Output, Code>
  > {}

/** The plugin's calls. */
export interface ApiKeyCalls<_M extends Models = CoreModels> {
  /** Creates a key. Returns the key itself, which can't be read again. */
  readonly createApiKey: OwnerCall<
    CreateApiKeyInput,
    NewApiKey,
    OwnerErrorCode | ValueErrorCode | "NAME_REQUIRED" | "INVALID_PREFIX_LENGTH" | "API_KEY_LIMIT_REACHED"
  >;
  /** Returns one of the user's keys. */
  readonly getApiKey: SessionQuery<GetApiKeyQuery, ApiKey, "KEY_NOT_FOUND">;
  /** Lists the user's keys. */
  readonly listApiKeys: SessionQuery<ListApiKeysQuery | void, ApiKeyList>;
  /** Changes a key. */
  readonly updateApiKey: OwnerCall<
    UpdateApiKeyInput,
    ApiKey,
    OwnerErrorCode | ValueErrorCode | "KEY_NOT_FOUND" | "NO_VALUES_TO_UPDATE"
  >;
  /** Deletes a key. It stops working immediately. */
  readonly deleteApiKey: SessionCall<KeyIdInput, { readonly success: true }, ImpersonationErrorCode | "KEY_NOT_FOUND">;
  /** Replaces a key. The old one still works for a while. */
  readonly rotateApiKey: SessionCall<
    RotateApiKeyInput,
    NewApiKey,
    SessionErrorCode | ImpersonationErrorCode | "KEY_NOT_FOUND" | "KEY_ALREADY_ROTATED"
  >;
  /** Checks a key and counts its use. */
  readonly verifyApiKey: ServerCall<VerifyApiKeyInput, KeyVerification>;
  /** Deletes all expired keys. For a cron job. */
  readonly deleteAllExpiredApiKeys: ServerCall<void, { readonly success: true; readonly deleted: number }>;
}

/** The calls as they appear on the client. */
export interface ApiKeyClient<C extends ApiKeyCalls<Models>> {
  readonly apiKey: {
    readonly create: C["createApiKey"]["client"];
    readonly get: C["getApiKey"]["client"];
    readonly list: C["listApiKeys"]["client"];
    readonly update: C["updateApiKey"]["client"];
    readonly delete: C["deleteApiKey"]["client"];
    readonly rotate: C["rotateApiKey"]["client"];
  };
}

/** What the plugin adds to an app's types. */
export interface ApiKeyTypes extends PluginTypes {
  readonly calls: ApiKeyCalls<this["$app"]>;
  readonly client: ApiKeyClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface ApiKeyCapabilities {
  /** Minimum and maximum length of a name. */
  readonly name: { readonly min: number; readonly max: number; readonly required: boolean };
  /** Lifetimes that users can choose, in seconds. `null`: users can't choose. */
  readonly expiresIn: { readonly default: number | null; readonly min: number; readonly max: number } | null;
  readonly maxKeys: number;
}

declare global {
  interface LatchkeyCapabilities {
    readonly "api-key"?: ApiKeyCapabilities;
  }
}
