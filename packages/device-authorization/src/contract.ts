/** The calls of the device authorization plugin, with their inputs, responses, and errors. RFC 8628. */

import type {
  CoreModels,
  ImpersonationErrorCode,
  Models,
  PluginTypes,
  PublicCall,
  PublicQuery,
  SessionCall,
  SessionErrorCode,
} from "@latchkey/core/plugin";
import type { DeviceStatus } from "./tables.ts";

/** The grant type of a device's code. */
export const deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code";

/** Input for `/device/code`. OAuth provider clients that have a secret must also authenticate. */
export interface RequestDeviceCodeInput {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
  /** Separated by spaces. */
  readonly scope?: string | undefined;
  /** The services that the token is for. Only for OAuth provider clients. */
  readonly resource?: readonly string[] | undefined;
}

/** Response from `/device/code`. RFC 8628, section 3.2. */
export interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  /** The page's URL with the code in it, for a QR code. Missing if the app requires users to type the code. */
  readonly verification_uri_complete?: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds to wait between requests for the token. */
  readonly interval: number;
}

/** Input for `/device/token`. */
export interface DeviceTokenInput {
  readonly grant_type: typeof deviceGrantType;
  readonly device_code: string;
  readonly client_id: string;
}

/** Response from `/device/token`: a session, whose secret is the token. */
export interface DeviceToken {
  readonly access_token: string;
  readonly token_type: "Bearer";
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

/** Query of `/device`. */
export interface DeviceRequestQuery {
  readonly user_code: string;
}

/** A device's request. Callers who aren't signed in only get its status. */
export interface DeviceRequest {
  readonly user_code: string;
  readonly status: DeviceStatus;
  readonly client_id?: string;
  readonly client_name?: string;
  readonly scope?: string;
  readonly resource?: readonly string[];
  /** Where the request comes from, so that the user can check it before approving. */
  readonly requested?: {
    readonly ip: string | null;
    readonly agent: string | null;
    readonly at: Date;
  };
}

/** Input for `/device/approve` and `/device/deny`. */
export interface DecideDeviceInput {
  readonly userCode: string;
}

type Decision = SessionCall<
  DecideDeviceInput,
  { readonly success: true },
  SessionErrorCode | ImpersonationErrorCode | "invalid_request" | "expired_token"
>;

/** The plugin's calls. */
export interface DeviceCalls<_M extends Models = CoreModels> {
  /** Starts a request and returns both codes. */
  readonly requestDeviceCode: PublicCall<
    RequestDeviceCodeInput,
    DeviceCode,
    "invalid_request" | "invalid_client" | "unauthorized_client" | "invalid_scope" | "invalid_target"
  >;
  /** Returns a session once the user has approved. */
  readonly getDeviceToken: PublicCall<
    DeviceTokenInput,
    DeviceToken,
    "authorization_pending" | "slow_down" | "expired_token" | "access_denied" | "invalid_grant"
  >;
  /** Returns the request with this user code. Doesn't change anything. */
  readonly getDeviceRequest: PublicQuery<DeviceRequestQuery, DeviceRequest, "invalid_request" | "expired_token">;
  /** Signs the device in as the caller. */
  readonly approveDevice: Decision;
  /** Denies a request. */
  readonly denyDevice: Decision;
}

/** The calls as they appear on the client. */
export interface DeviceClient<C extends DeviceCalls<Models>> {
  readonly device: C["getDeviceRequest"]["client"] & {
    readonly code: C["requestDeviceCode"]["client"];
    readonly token: C["getDeviceToken"]["client"];
    readonly approve: C["approveDevice"]["client"];
    readonly deny: C["denyDevice"]["client"];
  };
}

/** What the plugin adds to an app's types. */
export interface DeviceTypes extends PluginTypes {
  readonly calls: DeviceCalls<this["$app"]>;
  readonly client: DeviceClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface DeviceCapabilities {
  /** Length of the user's code. */
  readonly userCodeLength: number;
  readonly requireTypedCode: boolean;
}

declare global {
  interface LatchkeyCapabilities {
    readonly "device-authorization"?: DeviceCapabilities;
  }
}
