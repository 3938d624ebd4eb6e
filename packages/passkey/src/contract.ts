/** The calls of the passkey plugin, with their inputs, responses, and errors. */

import type { Session, SessionData, User } from "@latchkey/core";
import type {
  CoreModels,
  GuestErrorCode,
  HeadersLike,
  ImpersonationErrorCode,
  Models,
  PluginTypes,
  PublicCall,
  PublicQuery,
  Result,
  SessionCall,
  SessionErrorCode,
  SessionQuery,
  StatusResponse,
} from "@latchkey/core/plugin";
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse,
  RelatedOrigins,
} from "./webauthn/json.ts";

/** A user's passkey. */
export interface Passkey {
  readonly id: string;
  readonly name: string | null;
  /** The COSE key, in base64. */
  readonly publicKey: string;
  readonly userId: string;
  /** Base64url. */
  readonly credentialID: string;
  readonly counter: number;
  /** `multiDevice` if the passkey can be synced to other devices. */
  readonly deviceType: string;
  /** Whether the passkey was synced when it was last used. */
  readonly backedUp: boolean;
  /** How browsers can reach the authenticator, separated by commas: `internal`, `hybrid`, `usb`, … */
  readonly transports: string | null;
  readonly createdAt: Date | null;
  /** The authenticator's model. All zeros if the authenticator doesn't report it. */
  readonly aaguid: string | null;
}

/** A passkey in a list. */
export interface ListedPasskey extends Passkey {
  /**
   * The name of the password manager or device, by `aaguid`. It's only a hint, because an authenticator can claim any
   * model.
   */
  readonly authenticator: string | null;
  /** `null` if it was never used. */
  readonly lastUsedAt: Date | null;
}

/** Input for `/passkey/generate-register-options`. */
export interface RegisterOptionsQuery {
  /** Limits the choice to this device (`platform`) or to other devices (`cross-platform`). Default: any device. */
  readonly authenticatorAttachment?: "platform" | "cross-platform" | undefined;
  /** The passkey's name. */
  readonly name?: string | undefined;
  /** The value to pass to the app's `resolveUser`, for a sign-up without a session. */
  readonly context?: string | undefined;
  /** `conditional` if the browser creates the passkey without asking. If so, the user doesn't have to be present. */
  readonly mediation?: "conditional" | undefined;
}

/** Input for `/passkey/generate-sign-up-options`, in addition to the app's fields. */
export interface SignUpOptionsInput {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** The value to pass to the app's `resolveUser`, if it has one. */
  readonly context?: string | undefined;
}

/** Input for `/passkey/verify-registration`. */
export interface VerifyRegistrationInput {
  readonly response: RegistrationResponse;
  /** The passkey's name. Default: the name of the password manager or device, if it's known. */
  readonly name?: string | undefined;
  /** Whether a sign-up also signs in. Default: false. */
  readonly createSession?: boolean | undefined;
}

/** Response from `/passkey/verify-registration`. */
export interface RegisteredPasskey<U = User, S = Session> extends Passkey {
  /** Only with `createSession`. Missing if the email must be verified first. */
  readonly session?: S | undefined;
  readonly user?: U | undefined;
  /** The session's secret, for clients without cookies. `null` if no session was created. */
  readonly token?: string | null | undefined;
  /** Only for a new user without an email. Show them now, because they can't be read again. */
  readonly backupCodes?: readonly string[] | undefined;
}

/** Input for `/passkey/generate-recovery-options`. */
export interface RecoveryOptionsInput {
  /** One of the user's backup codes. Dashes, spaces, and case don't matter. */
  readonly code: string;
}

/** Input for `/passkey/verify-recovery`. */
export interface VerifyRecoveryInput {
  readonly response: RegistrationResponse;
  /** The passkey's name. Default: the name of the password manager or device, if it's known. */
  readonly name?: string | undefined;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/passkey/generate-backup-codes`. */
export interface NewPasskeyBackupCodes extends StatusResponse {
  /** They replace all earlier codes. Show them now, because they can't be read again. */
  readonly backupCodes: readonly string[];
}

/** What a passkey is used for. */
export type AuthenticationPurpose = "sign-in" | "proof" | "second-factor";

/** Input for `/passkey/generate-authenticate-options`. */
export interface AuthenticateOptionsQuery {
  /**
   * `sign-in`: with any passkey of this site. `proof`: with one of the signed-in user. `second-factor`: with one of the
   * user whose sign-in is pending. Default: determined by the session and the pending sign-in.
   */
  readonly purpose?: AuthenticationPurpose | undefined;
}

/** Input for `/passkey/verify-authentication`. */
export interface VerifyAuthenticationInput {
  readonly response: AuthenticationResponse;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Response from `/passkey/verify-authentication`. */
export interface PasskeySignIn<U = User, S = Session> extends SessionData<U, S> {
  /** The session's secret, for clients without cookies. */
  readonly token: string;
}

/** Passkeys that the server accepts, so that password managers can remove others. */
export interface AcceptedPasskeys {
  readonly rpId: string;
  /** The user handle. */
  readonly userId: string;
  readonly allAcceptedCredentialIds: readonly string[];
  readonly name: string;
  readonly displayName: string;
}

/** Input for `/passkey/update-passkey`. */
export interface UpdatePasskeyInput {
  readonly id: string;
  readonly name: string;
}

/** Input for `/passkey/delete-passkey`. */
export interface DeletePasskeyInput {
  readonly id: string;
  /**
   * Whether to keep sessions that were started or confirmed with the passkey. Default: false, because the device might
   * be lost.
   */
  readonly keepSessions?: boolean | undefined;
}

type RegistrantErrorCode = ProvenErrorCode | GuestErrorCode;

type ProvenErrorCode = SessionErrorCode | ImpersonationErrorCode;

/** The plugin's calls. */
export interface PasskeyCalls<M extends Models = CoreModels> {
  /** Returns the options for adding a passkey to the signed-in user. */
  readonly generatePasskeyRegistrationOptions: SessionQuery<
    RegisterOptionsQuery | void,
    RegistrationOptions,
    RegistrantErrorCode | "RESOLVE_USER_REQUIRED" | "RESOLVED_USER_INVALID" | "TOO_MANY_PASSKEYS"
  >;
  /** Returns the options for the first passkey of a new user. */
  readonly generatePasskeySignUpOptions: PublicCall<
    SignUpOptionsInput & M["newUser"],
    RegistrationOptions,
    "PASSKEY_SIGN_UP_DISABLED" | "RESOLVED_USER_INVALID" | "INVALID_EMAIL" | "FIELD_NOT_ALLOWED" | M["codes"]["signUp"]
  >;
  /** Stores a new passkey, and creates the user if it's a sign-up. */
  readonly verifyPasskeyRegistration: SessionCall<
    VerifyRegistrationInput,
    RegisteredPasskey<M["user"], M["session"]> | M["challenge"],
    | RegistrantErrorCode
    | "CHALLENGE_NOT_FOUND"
    | "FAILED_TO_VERIFY_REGISTRATION"
    | "PREVIOUSLY_REGISTERED"
    | "TOO_MANY_PASSKEYS"
    | "YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY"
    | "USER_ALREADY_EXISTS"
    | "FAILED_TO_CREATE_USER"
    | "FIELD_NOT_ALLOWED"
    | M["codes"]["signUp"]
    | M["codes"]["signIn"]
  >;
  /** Returns the options for using a passkey. */
  readonly generatePasskeyAuthenticationOptions: SessionQuery<AuthenticateOptionsQuery | void, AuthenticationOptions>;
  /** Signs in with a passkey, or proves one in a session. */
  readonly verifyPasskeyAuthentication: SessionCall<
    VerifyAuthenticationInput,
    PasskeySignIn<M["user"], M["session"]> | M["challenge"],
    | "CHALLENGE_NOT_FOUND"
    | "AUTHENTICATION_FAILED"
    | "PASSKEY_NOT_FOUND"
    | ImpersonationErrorCode
    | M["codes"]["signIn"]
  >;
  /** Returns the options for a new passkey after a user without an email lost the others. Doesn't consume the code. */
  readonly generatePasskeyRecoveryOptions: PublicCall<RecoveryOptionsInput, RegistrationOptions, "INVALID_BACKUP_CODE">;
  /** Stores the new passkey, consumes the backup code, ends all other sessions, and signs in. */
  readonly verifyPasskeyRecovery: PublicCall<
    VerifyRecoveryInput,
    PasskeySignIn<M["user"], M["session"]> | M["challenge"],
    | "INVALID_BACKUP_CODE"
    | "CHALLENGE_NOT_FOUND"
    | "FAILED_TO_VERIFY_REGISTRATION"
    | "PREVIOUSLY_REGISTERED"
    | M["codes"]["signIn"]
  >;
  /** Replaces the backup codes of a user without an email. */
  readonly generatePasskeyBackupCodes: SessionCall<
    void,
    NewPasskeyBackupCodes,
    ProvenErrorCode | "BACKUP_CODES_NOT_ENABLED"
  >;
  /** Returns the user's passkeys, oldest first. */
  readonly listPasskeys: SessionQuery<void, ListedPasskey[]>;
  /** Returns which passkeys password managers should keep. */
  readonly listAcceptedPasskeys: SessionQuery<void, AcceptedPasskeys[]>;
  /** Renames a passkey. */
  readonly updatePasskey: SessionCall<
    UpdatePasskeyInput,
    { readonly passkey: Passkey },
    ImpersonationErrorCode | "PASSKEY_NOT_FOUND"
  >;
  /**
   * Deletes a passkey and, unless `keepSessions` is set, ends the other sessions that were started or confirmed with
   * it.
   */
  readonly deletePasskey: SessionCall<
    DeletePasskeyInput,
    StatusResponse,
    ProvenErrorCode | "PASSKEY_NOT_FOUND" | "CANNOT_REMOVE_LAST_SIGN_IN_METHOD"
  >;
  /** Tells browsers which origins can use this site's passkeys. */
  readonly webauthnRelatedOrigins: PublicQuery<void, RelatedOrigins, "NOT_FOUND">;
}

/** Fields of `signIn.passkey`. */
export interface PasskeySignInFields {
  /**
   * Whether the browser offers passkeys in a field with `autocomplete="username webauthn"`. The call then resolves when
   * the user picks one, or when another ceremony starts.
   */
  readonly autoFill?: boolean | undefined;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Fields of `signUp.passkey`, in addition to the app's fields. */
export interface PasskeySignUpFields extends SignUpOptionsInput {
  /** The passkey's name. */
  readonly passkeyName?: string | undefined;
}

/** Fields of `passkey.add`. */
export interface AddPasskeyFields {
  readonly name?: string | undefined;
  readonly authenticatorAttachment?: "platform" | "cross-platform" | undefined;
}

/** Fields of `passkey.recover`. */
export interface RecoverPasskeyFields extends RecoveryOptionsInput {
  /** The new passkey's name. */
  readonly name?: string | undefined;
  /** Whether to keep the session when the browser closes. Default: true. */
  readonly rememberMe?: boolean | undefined;
}

/** Error codes from the browser's part of a ceremony. */
export type CeremonyErrorCode = "AUTH_CANCELLED" | "NOT_SUPPORTED" | "ALREADY_REGISTERED";

/** Options for `signUp.passkey`. */
export interface PasskeySignUpSettings {
  /** Sent with the request for the options, for example with a captcha's response. */
  readonly headers?: HeadersLike | undefined;
}

/** A call that runs a ceremony in the browser before it calls `C`. */
type Ceremony<Fields, C, Options extends readonly unknown[] = []> = C extends (
  fields: never,
  options?: never,
) => Promise<Result<infer T, infer Code>>
  ? (fields: Fields, ...options: Options) => Promise<Result<T, Code | CeremonyErrorCode>>
  : never;

/** The calls as they appear on the client. */
export interface PasskeyClient<C extends PasskeyCalls<Models>> {
  readonly signIn: {
    /** Signs in with any passkey for this site. Requires `passkeyClient()`, like the other ceremonies. */
    readonly passkey: Ceremony<PasskeySignInFields | void, C["verifyPasskeyAuthentication"]["client"]>;
  };
  readonly signUp: {
    /** Creates a user with a passkey, and signs them in. */
    readonly passkey: Ceremony<
      PasskeySignUpFields & Readonly<Record<string, unknown>>,
      C["verifyPasskeyRegistration"]["client"],
      [options?: PasskeySignUpSettings]
    >;
  };
  readonly passkey: {
    /** Adds a passkey to the signed-in user. */
    readonly add: Ceremony<AddPasskeyFields | void, C["verifyPasskeyRegistration"]["client"]>;
    /** Adds a passkey without a dialog, if the browser just signed the user in with a saved password. */
    readonly upgrade: Ceremony<void, C["verifyPasskeyRegistration"]["client"]>;
    /** Signs in a user without an email who lost all passkeys: creates a new one, and consumes a backup code. */
    readonly recover: Ceremony<RecoverPasskeyFields, C["verifyPasskeyRecovery"]["client"]>;
    /** Asks the signed-in user for a passkey, which makes the session fresh again. */
    readonly reauthenticate: Ceremony<void, C["verifyPasskeyAuthentication"]["client"]>;
    /** Finishes a pending sign-in with a passkey. */
    readonly verifySecondFactor: Ceremony<void, C["verifyPasskeyAuthentication"]["client"]>;
    /** Tells password managers which passkeys and names are current. The client calls this after each change. */
    readonly signal: () => Promise<void>;
    /** Cancels the current ceremony, such as an offer in a form field. */
    readonly cancel: () => void;
    readonly generateRegisterOptions: C["generatePasskeyRegistrationOptions"]["client"];
    readonly verifyRegistration: C["verifyPasskeyRegistration"]["client"];
    readonly generateAuthenticateOptions: C["generatePasskeyAuthenticationOptions"]["client"];
    readonly verifyAuthentication: C["verifyPasskeyAuthentication"]["client"];
    readonly generateRecoveryOptions: C["generatePasskeyRecoveryOptions"]["client"];
    readonly verifyRecovery: C["verifyPasskeyRecovery"]["client"];
    readonly generateBackupCodes: C["generatePasskeyBackupCodes"]["client"];
    readonly listUserPasskeys: C["listPasskeys"]["client"];
    readonly accepted: C["listAcceptedPasskeys"]["client"];
    readonly updatePasskey: C["updatePasskey"]["client"];
    readonly deletePasskey: C["deletePasskey"]["client"];
  };
}

/** The plugin's part of `GET /capabilities`. */
export interface PasskeyPluginCapabilities {
  /** Maximum passkeys per user. */
  readonly max: number;
  /** Maximum length of a passkey's name in characters. */
  readonly maxNameLength: number;
  /** Whether a sign-up asks for an email. */
  readonly signUpEmail: boolean;
  /** Whether users without an email can recover their account with a backup code. */
  readonly backupCodes: boolean;
}

/** What the plugin adds to `GET /account-state`. */
export interface PasskeyAccountState {
  /** How many passkeys the user has. */
  readonly passkeys?: number;
  /** How many unused backup codes the user has. `null` for users with an email, who recover their account with it. */
  readonly passkeyBackupCodes?: number | null;
}

declare global {
  interface LatchkeyAccountState extends PasskeyAccountState {}
  interface LatchkeyCapabilities {
    readonly passkey?: PasskeyPluginCapabilities;
  }
}

interface PasskeyStores {
  /** `client.$stores.passkeys`, and `usePasskeys` in React. */
  readonly passkeys: ListedPasskey[];
}

/** What the plugin adds to an app's types. */
export interface PasskeyTypes extends PluginTypes {
  readonly calls: PasskeyCalls<this["$app"]>;
  readonly client: PasskeyClient<this["calls"]>;
  readonly stores: PasskeyStores;
}
