/**
 * What a server offers, for screens that show only what works there. Public, so nothing here is secret or specific to a
 * user.
 */

import type { Permissions } from "../access/access-control.ts";

declare global {
  /**
   * What plugins add to `plugins` of `GET /capabilities`, by plugin id. Plugins extend this interface in their own
   * module, so that the parts of all plugins that an app imports are typed.
   */
  interface LatchkeyCapabilities {
    readonly [id: string]: object | undefined;
  }

  /** What plugins add to `GET /account-state`. They extend this interface with optional keys. */
  interface LatchkeyAccountState {}

  /**
   * Calls of other plugins that `client.admin` has in an app with the admin plugin. They extend this interface with
   * their client calls.
   */
  interface LatchkeyAdminClient {}
}

/** How users can sign in. */
export interface SignInCapabilities {
  /** Email and password. */
  readonly password: boolean;
  /** Username and password. */
  readonly username: boolean;
  readonly magicLink: boolean;
  /** As a guest, who has no sign-in method until they sign up. */
  readonly guest: boolean;
  readonly sso: boolean;
  readonly emailCode: null | { readonly digits: number };
  readonly phone: null | { readonly digits: number };
  readonly passkey: null | PasskeyCapabilities;
  readonly oneTap: null | { readonly clientId: string };
  /** In the order of the app's options. */
  readonly providers: readonly ProviderCapabilities[];
}

/** How passkeys can be used. */
export interface PasskeyCapabilities {
  /** Whether browsers can offer passkeys in the email field. */
  readonly autofill: boolean;
  /** Whether users can sign up with a passkey. */
  readonly signUp: boolean;
  /** Whether a passkey counts as the second factor. */
  readonly secondFactor: "optional" | "required" | "disabled";
}

/** A provider that users can sign in with. */
export interface ProviderCapabilities {
  readonly id: string;
  readonly name: string | null;
  /** Whether it creates users who don't have an account yet. */
  readonly signUp: boolean;
}

/** A way to create an account. */
export type SignUpWay = "password" | "magicLink" | "emailCode" | "passkey" | "provider";

/** One of the app's fields that sign-up accepts. */
export interface SignUpField {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "date";
  readonly required: boolean;
}

/** How users can sign up. */
export interface SignUpCapabilities {
  /** Whether there is any way to sign up. */
  readonly open: boolean;
  readonly ways: readonly SignUpWay[];
  readonly fields: readonly SignUpField[];
}

/** The rules for new passwords. */
export interface PasswordCapabilities {
  /** Minimum length in characters. */
  readonly min: number;
  /** Maximum length in characters. */
  readonly max: number;
  /** Whether passwords that equal the user's own email or username are rejected. */
  readonly refusesOwnNames: boolean;
  /** Whether passwords known from breaches are rejected. */
  readonly checksBreaches: boolean;
  /** Whether users can get a reset link by email. */
  readonly reset: boolean;
  /** Whether users can change their password while they're signed in. */
  readonly change: boolean;
}

/** What users can do with their email. */
export interface EmailCapabilities {
  /** Whether users can get a verification email. */
  readonly verification: boolean;
  /** Whether users must verify their email before they can sign in. */
  readonly required: boolean;
  /**
   * How a verified email changes. `confirmOld`: with a link sent to it. `verifyNew`: with that link, and then one sent
   * to the new email. `immediate`: only emails that aren't verified can change.
   */
  readonly change: "off" | "immediate" | "confirmOld" | "verifyNew";
  /** Whether users can cancel an email change that isn't confirmed yet. */
  readonly cancelChange: boolean;
  /**
   * Whether a second factor can confirm a change in place of the current email, for users who lost access to that
   * mailbox.
   */
  readonly secondFactorConfirms: boolean;
}

/** What users can do with their account. */
export interface AccountCapabilities {
  /** How users delete their account: not at all, immediately, or with a link in an email. */
  readonly delete: "off" | "immediate" | "email";
  /** Whether users can link provider accounts. */
  readonly link: boolean;
  /** Whether users can unlink their last sign-in method. */
  readonly unlinkLast: boolean;
}

/** The CAPTCHA that some calls require. */
export interface CaptchaCapabilities {
  readonly provider: string;
  /** `null` if the server doesn't know it. */
  readonly siteKey: string | null;
  /** Paths of the calls that require it. */
  readonly paths: readonly string[];
}

/** What a server offers. All times are in seconds. */
export interface Capabilities {
  readonly version: 1;
  readonly appName: string;
  readonly signIn: SignInCapabilities;
  readonly signUp: SignUpCapabilities;
  /** `null` if the app doesn't use passwords. */
  readonly password: PasswordCapabilities | null;
  readonly email: EmailCapabilities;
  readonly account: AccountCapabilities;
  readonly session: {
    /** How long a session is fresh after a proof. 0 means always. */
    readonly freshAge: number;
  };
  readonly captcha: CaptchaCapabilities | null;
  /** Paths of the calls of core and the server's plugins that the app turned off with `disabledPaths`. */
  readonly disabledPaths: readonly string[];
  /** What the server's plugins add, by plugin id. */
  readonly plugins: LatchkeyCapabilities;
}

/** What one plugin adds to the capabilities. */
export interface CapabilitiesPart {
  readonly signIn?: Partial<SignInCapabilities>;
  readonly signUpWays?: readonly SignUpWay[];
  readonly password?: Partial<PasswordCapabilities>;
  readonly email?: Partial<EmailCapabilities>;
  readonly account?: Partial<AccountCapabilities>;
  readonly captcha?: CaptchaCapabilities;
  /** The plugin's own part, under its id in `plugins`. */
  readonly plugin?: object;
}

/** The state of the caller's account, beyond what the session contains. */
export interface AccountState extends LatchkeyAccountState {
  readonly hasPassword: boolean;
  /** The email that the caller asked to change to and that still has to be confirmed. */
  readonly pendingEmail: PendingEmail | null;
}

/** An email change that isn't confirmed yet. */
export interface PendingEmail {
  readonly email: string;
  readonly expiresAt: Date;
  /**
   * `second-factor` if a second factor confirmed the change in place of the current email. Pass it on to request the
   * link again.
   */
  readonly confirmWith: "second-factor" | null;
}

/** A sign-in in this browser that is waiting for another factor. */
export interface PendingSignIn {
  /** The factors that can finish it, such as `totp`. */
  readonly methods: readonly string[];
  readonly expiresAt: Date;
  /** How many wrong codes the user can still enter before having to start over. */
  readonly attemptsLeft: number;
}

/** A check of a site admin's permissions, for the calls of plugins that don't define the roles themselves. */
export interface AdminPermissionCheck {
  /** The admin's row. */
  readonly admin: object;
  readonly permissions: Permissions;
  /** The row of the user that the admin acts on. Admins can't act on users with permissions that they lack. */
  readonly target?: object | undefined;
}
