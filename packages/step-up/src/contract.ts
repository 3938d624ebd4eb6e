/** The calls of the step-up plugin, with their inputs, responses, and errors. */

import type {
  Assurance,
  AssuranceRequirement,
  CoreModels,
  ImpersonationErrorCode,
  Models,
  PageCall,
  PluginTypes,
  PublicCall,
  ServerSessionCall,
  SessionCall,
  SessionErrorCode,
  SessionQuery,
  StatusResponse,
  WithBody,
  WithQuery,
} from "@latchkey/core/plugin";

/** Response from `/assurance`. */
export interface AssuranceResponse extends Assurance {
  /** The factors that the user can prove, such as `password` and `two-factor`. */
  readonly can: readonly string[];
}

/** A browser where the user has signed in before. */
export interface KnownDevice {
  readonly id: string;
  /** Whether it's the browser that sent the request. */
  readonly current: boolean;
  /** Browser and operating system, such as `Firefox on Linux`. */
  readonly label: string;
  readonly lastUsedAt: Date;
  readonly ipAddress: string | null;
  /** The `id` of the session that its last sign-in created. The session might have ended. `null` if unknown. */
  readonly sessionId: string | null;
}

/** Input for `/devices/forget`. */
export interface ForgetDeviceInput {
  readonly id: string;
}

/** Input for `/devices/not-me`. */
export interface NotMeInput {
  /** From the link in the email. */
  readonly token: string;
}

/** Response from `/devices/report`. */
export interface ReportedSignIn extends StatusResponse {
  /** Whether a password reset link was emailed. `false` if the app doesn't send reset emails. */
  readonly resetEmailSent: boolean;
}

/** What the plugin adds to `GET /account-state`. */
export interface StepUpAccountState {
  /**
   * When sign-in methods can be changed without a second factor again, after the account was recovered through its
   * mailbox. `null` if they can be changed now.
   */
  readonly recoveryCooldownUntil?: Date | null;
}

/** The plugin's calls. */
export interface StepUpCalls<_M extends Models = CoreModels> {
  /** Returns how the caller's session is authenticated, and which factors could raise its level. */
  readonly assurance: SessionQuery<void, AssuranceResponse>;
  /**
   * Checks the caller's session in one of the app's routes. Throws `SESSION_NOT_FRESH` if it doesn't meet the
   * requirement.
   */
  readonly requireAssurance: ServerSessionCall<AssuranceRequirement, Assurance, SessionErrorCode>;
  /** Lists the browsers where the user has signed in, most recently used first. */
  readonly listKnownDevices: SessionQuery<void, KnownDevice[]>;
  /**
   * Forgets a browser, so that the next sign-in in it sends an email. The response doesn't reveal whether it existed.
   */
  readonly forgetKnownDevice: SessionCall<ForgetDeviceInput, StatusResponse, ImpersonationErrorCode>;
  /** Shows a page with a button for reporting that a sign-in wasn't the user's. */
  readonly notMePage: PageCall<NotMeInput, WithQuery<NotMeInput>>;
  /** Signs out every device and emails a password reset link. For the form on that page. */
  readonly notMe: PageCall<NotMeInput, WithBody<NotMeInput>>;
  /** Does the same for one of the app's own pages. */
  readonly reportSignIn: PublicCall<NotMeInput, ReportedSignIn, "INVALID_TOKEN">;
}

/** The calls as they appear on the client. */
export interface StepUpClient<C extends StepUpCalls<Models>> {
  readonly assurance: C["assurance"]["client"];
  readonly devices: {
    readonly list: C["listKnownDevices"]["client"];
    readonly forget: C["forgetKnownDevice"]["client"];
    /** Reports a sign-in with the token from the email about it. Doesn't need a session. */
    readonly report: C["reportSignIn"]["client"];
  };
}

/** What the plugin adds to an app's types. */
export interface StepUpTypes extends PluginTypes {
  readonly calls: StepUpCalls<this["$app"]>;
  readonly client: StepUpClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. */
export interface StepUpCapabilities {
  /** Whether the app emails users about sign-ins from new browsers. */
  readonly newSignInMails: boolean;
}

declare global {
  interface LatchkeyAccountState extends StepUpAccountState {}
  interface LatchkeyCapabilities {
    readonly "step-up"?: StepUpCapabilities;
  }
}
