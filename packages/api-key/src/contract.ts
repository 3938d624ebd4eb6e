/** The calls of the API key plugin, with their inputs, responses, and errors. */

import type { Call } from "@latchkey/core";
import type {
  CallContract,
  CallEnvironment,
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
  WithOptionalSessionQuery,
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
  /** Id of the owner: a user, an organization, or a service account. */
  readonly referenceId: string;
  /** Who created it. `null`: the app's server, or a user who was deleted. */
  readonly createdBy: string | null;
  readonly enabled: boolean;
  readonly expiresAt: Date | null;
  readonly rateLimitEnabled: boolean;
  /** Milliseconds. */
  readonly rateLimitTimeWindow: number | null;
  readonly rateLimitMax: number | null;
  /** For better-auth's clients. Always 0, because the counter of rates can't be read. */
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

/** What only the server can set, by calling `auth.api` without headers. */
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

/** Input of `/api-key/create`. */
export interface CreateApiKeyInput extends ServerKeyInput {
  readonly name?: string | undefined;
  /** Seconds until the key expires. `null`: never, if the app allows it. */
  readonly expiresIn?: number | null | undefined;
  readonly prefix?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** The kind of key. Default: the app's first one, or that of organizations if one is named. */
  readonly configId?: string | undefined;
  /** The organization that gets the key. Default for that kind of keys: the active one. */
  readonly organizationId?: string | undefined;
  /** The service account that gets the key. */
  readonly serviceAccountId?: string | undefined;
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
  readonly configId?: string | undefined;
  /** The owner. Only for calls from the server without headers. */
  readonly userId?: string | undefined;
  /** The owner. Only for calls from the server without headers. */
  readonly organizationId?: string | undefined;
}

/** Input of `/api-key/get`. */
export interface GetApiKeyQuery {
  readonly id: string;
  readonly configId?: string | undefined;
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
  readonly configId?: string | undefined;
  /** Lists the keys of this organization and its service accounts, instead of the user's. */
  readonly organizationId?: string | undefined;
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
  readonly configId?: string | undefined;
}

/** Input of `/api-key/rotate`. */
export interface RotateApiKeyInput extends KeyIdInput {
  /** Seconds in which the old key still works: 0 to 604800 (7 days). Default: 86400 (1 day). */
  readonly overlap?: number | undefined;
}

/** Input of `auth.api.verifyApiKey`. */
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

/** Response of `auth.api.verifyApiKey`. */
export type KeyVerification =
  | { readonly valid: true; readonly error: null; readonly key: ApiKey }
  | { readonly valid: false; readonly error: KeyRejection; readonly key: null };

/** Who calls with a key or a session. */
export interface Principal {
  readonly kind: "user" | "organization" | "service";
  /** Id of the user, the organization, or the service account. */
  readonly id: string;
  /** The organization of a service account. */
  readonly organizationId?: string;
  /** What the key can do. `null`: the caller has a session. */
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

/** Input of `/service-account/create`. */
export interface CreateServiceAccountInput {
  readonly name: string;
  /** One role of the organization, or several separated by commas. */
  readonly role: string;
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
}

/** Input of `/service-account/update`. */
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

/** What became of a reported token. */
export interface ReportResult {
  readonly token_raw: string;
  readonly token_type: string;
  readonly label: "true_positive" | "false_positive";
}

type SharedErrorCode =
  | "INVALID_CONFIG_ID"
  | "ORGANIZATION_ID_REQUIRED"
  | "USER_NOT_MEMBER_OF_ORGANIZATION"
  | "INSUFFICIENT_API_KEY_PERMISSIONS";

type ServiceAccountErrorCode =
  | SessionErrorCode
  | ImpersonationErrorCode
  | "ORGANIZATION_ID_REQUIRED"
  | "USER_NOT_MEMBER_OF_ORGANIZATION"
  | "INSUFFICIENT_API_KEY_PERMISSIONS";

type PresentedKeyErrorCode = "INVALID_API_KEY" | "KEY_DISABLED" | "KEY_EXPIRED" | "USAGE_EXCEEDED" | "RATE_LIMITED";

type ValueErrorCode =
  | "SERVER_ONLY_PROPERTY"
  | "EXPIRES_IN_IS_TOO_SMALL"
  | "EXPIRES_IN_IS_TOO_LARGE"
  | "KEY_DISABLED_EXPIRATION"
  | "INVALID_NAME_LENGTH"
  | "METADATA_DISABLED"
  | "INVALID_METADATA_TYPE"
  | "REFILL_AMOUNT_AND_INTERVAL_REQUIRED"
  | "REFILL_INTERVAL_AND_AMOUNT_REQUIRED";

/** Error codes of a call that needs a fresh session and can't be made while impersonating. */
type OwnerErrorCode = SessionErrorCode | ImpersonationErrorCode | GuestErrorCode | "UNAUTHORIZED_SESSION";

/** A call of a signed-in user. The server can also call it without headers, for the user in `userId`. */
interface OwnerCall<Input extends { readonly userId?: string | undefined }, Output, Code extends string>
  extends CallContract<
    Input,
    Output,
    Code,
    Call<WithBody<Input>, Output, Code>,
    ClientCall<Omit<Input, "userId" | Exclude<keyof ServerKeyInput, "permissions">>, Output, Code>
  > {}

/** The plugin's calls. */
export interface ApiKeyCalls<_M extends Models = CoreModels> {
  /** Creates a key. Returns the key itself, which can't be read again. */
  readonly createApiKey: OwnerCall<
    CreateApiKeyInput,
    NewApiKey,
    | OwnerErrorCode
    | ValueErrorCode
    | SharedErrorCode
    | "NAME_REQUIRED"
    | "INVALID_PREFIX_LENGTH"
    | "API_KEY_LIMIT_REACHED"
    | "SERVICE_ACCOUNT_NOT_FOUND"
  >;
  /** Returns one of the user's keys. */
  readonly getApiKey: SessionQuery<GetApiKeyQuery, ApiKey, "KEY_NOT_FOUND" | "INSUFFICIENT_API_KEY_PERMISSIONS">;
  /** Lists the user's keys, or those of an organization. */
  readonly listApiKeys: SessionQuery<ListApiKeysQuery | void, ApiKeyList, SharedErrorCode>;
  /** Changes a key. */
  readonly updateApiKey: OwnerCall<
    UpdateApiKeyInput,
    ApiKey,
    | OwnerErrorCode
    | ValueErrorCode
    | "KEY_NOT_FOUND"
    | "NO_VALUES_TO_UPDATE"
    | "API_KEY_LIMIT_REACHED"
    | "INSUFFICIENT_API_KEY_PERMISSIONS"
    | "SERVICE_ACCOUNT_NOT_FOUND"
  >;
  /** Deletes a key. It stops working immediately. */
  readonly deleteApiKey: SessionCall<
    KeyIdInput,
    { readonly success: true },
    ImpersonationErrorCode | "KEY_NOT_FOUND" | "INSUFFICIENT_API_KEY_PERMISSIONS"
  >;
  /** Replaces a key. The old one still works for a while. */
  readonly rotateApiKey: SessionCall<
    RotateApiKeyInput,
    NewApiKey,
    | SessionErrorCode
    | ImpersonationErrorCode
    | "KEY_NOT_FOUND"
    | "KEY_ALREADY_ROTATED"
    | "INSUFFICIENT_API_KEY_PERMISSIONS"
    | "SERVICE_ACCOUNT_NOT_FOUND"
  >;
  /** Checks a key and counts its use. */
  readonly verifyApiKey: ServerCall<VerifyApiKeyInput, KeyVerification>;
  /** Deletes all expired keys. For a cron job. */
  readonly deleteAllExpiredApiKeys: ServerCall<
    void,
    { readonly success: true; readonly error: null; readonly deleted: number }
  >;
  /**
   * Returns who sent these headers, by their key or their session. Counts the key's use. `null` without either.
   * @throws an error with the status to respond with: 401 or 429
   */
  readonly getPrincipal: CallContract<
    unknown,
    Principal | null,
    PresentedKeyErrorCode,
    Call<WithOptionalSessionQuery<object>, Principal | null, PresentedKeyErrorCode>,
    never
  >;
  /** Turns off keys that a secret scanner found, and tells their owners. */
  readonly reportLeakedKeys: CallContract<
    unknown,
    readonly ReportResult[],
    "WEBHOOK_NO_MATCHING_SIGNATURE",
    Call<CallEnvironment & { readonly request: Request }, readonly ReportResult[], "WEBHOOK_NO_MATCHING_SIGNATURE">,
    never
  >;
  /** Creates a program of an organization, with roles. */
  readonly createServiceAccount: SessionCall<
    CreateServiceAccountInput,
    ServiceAccount,
    ServiceAccountErrorCode | "NAME_TAKEN"
  >;
  /** Renames a service account, or changes its roles or state. */
  readonly updateServiceAccount: SessionCall<
    UpdateServiceAccountInput,
    ServiceAccount,
    ServiceAccountErrorCode | "NAME_TAKEN" | "SERVICE_ACCOUNT_NOT_FOUND" | "NO_VALUES_TO_UPDATE"
  >;
  /** Deletes a service account with its keys. */
  readonly deleteServiceAccount: SessionCall<
    { readonly id: string },
    { readonly success: true },
    ServiceAccountErrorCode | "SERVICE_ACCOUNT_NOT_FOUND"
  >;
  /** Lists an organization's service accounts. */
  readonly listServiceAccounts: SessionQuery<
    { readonly organizationId?: string | undefined } | void,
    readonly ServiceAccount[],
    "ORGANIZATION_ID_REQUIRED" | "USER_NOT_MEMBER_OF_ORGANIZATION" | "INSUFFICIENT_API_KEY_PERMISSIONS"
  >;
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
  readonly serviceAccount: {
    readonly create: C["createServiceAccount"]["client"];
    readonly update: C["updateServiceAccount"]["client"];
    readonly delete: C["deleteServiceAccount"]["client"];
    readonly list: C["listServiceAccounts"]["client"];
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
  /** Whether organizations can have keys and service accounts. */
  readonly organizations: boolean;
}

declare global {
  interface LatchkeyCapabilities {
    readonly "api-key"?: ApiKeyCapabilities;
  }
}
