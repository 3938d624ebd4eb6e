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
import type {
  ApiKey,
  ApiKeyList,
  CreateApiKeyInput,
  CreateServiceAccountInput,
  GetApiKeyQuery,
  KeyIdInput,
  KeyVerification,
  ListApiKeysQuery,
  NewApiKey,
  Principal,
  ReportResult,
  RotateApiKeyInput,
  ServerKeyInput,
  ServiceAccount,
  UpdateApiKeyInput,
  UpdateServiceAccountInput,
  VerifyApiKeyInput,
} from "./call-types.ts";

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
   * Returns who sent these headers, according to the key or session in them. Counts the key's use. `null` without
   * either.
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
  /** Creates a service account: a program that an organization owns, with roles. */
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
  /** Lifetimes that users can choose, in seconds. `null` if users can't choose. */
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
