/** Types for what the app and its UI plugins pass to components. */

import type { Capabilities } from "@latchkey/client/capabilities";
import type { ClientError } from "@latchkey/react";
import type { ComponentType, ReactNode } from "react";
import type { IconName } from "../primitives/icons.tsx";
import type { ProviderChoice, ProviderInfo } from "../social/providers.ts";
import type { Texts } from "../texts/texts.ts";
import type { Appearance } from "./appearance.tsx";
import type { CallPaths } from "./call-paths.ts";
import type { Redirect } from "./destination.ts";
import type { ProofMethod } from "./proof-method.ts";
import type {
  AfterPasswordProps,
  EmailOwner,
  SecondFactor,
  SignInMethod,
  SignInTopProps,
  SignOutItemsProps,
  SignOutWarning,
} from "./sign-in-method.ts";

export type { Redirect };

/** Props of the app's link component. */
export interface LinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Paths of the pages. Links in emails also lead to these paths, on the auth server's origin. */
export interface AuthPaths {
  readonly signIn: string;
  readonly signUp: string;
  /** Path of `ForgotPassword`. */
  readonly forgotPassword: string;
  /** Path of `ResetPassword`, where reset links lead. */
  readonly resetPassword: string;
  /** Path of `EmailVerified`, where verification links lead. */
  readonly emailVerified: string;
  /** Path of `AuthError`, for the `errorCallbackURL` of your own calls. */
  readonly authError: string;
  /** Path of `AccountDeleted`, where deletion links lead. */
  readonly accountDeleted: string;
  /** Path of `Account`. */
  readonly account: string;
  /** Path to go to after sign-in and sign-up, unless the user came from another page. */
  readonly home: string;
}

/** The texts of a language. The locales in `@latchkey/ui/locales` include the texts of every plugin. */
export interface UiLocale {
  readonly texts: Texts;
  /** Texts for UI plugins by plugin id, such as `two-factor`. */
  readonly plugins: Readonly<Record<string, object>>;
}

/** The app's settings, returned by `useAuthUi`. */
export interface AuthUi {
  readonly Link: ComponentType<LinkProps>;
  readonly navigate: (path: string) => void;
  readonly paths: AuthPaths;
  /** The providers that the app names, in display order. Sign-in pages show those that the server has. */
  readonly providers: readonly ProviderInfo[];
  /** The providers as the app passed them. `null` for all of the server's providers. */
  readonly providerChoices: readonly ProviderChoice[] | null;
  readonly texts: Texts;
  /** Where "Contact support" in texts leads: a `mailto:` link or a URL. `null` if the app has no `supportContact`. */
  readonly supportHref: string | null;
  /** The UI plugins, in the app's order. */
  readonly plugins: readonly UiPlugin[];
  /** The capabilities that the server rendered the page with. Components call `useCapabilities` instead. */
  readonly capabilities?: Capabilities | undefined;
}

/** A UI plugin. Created by a function such as `twoFactorUi()`. */
export interface UiPlugin {
  /** The id of the server plugin, such as `two-factor`. */
  readonly id: string;
  /** Whether the server has the plugin too. Without it, its form fields and captchas aren't shown. Default: yes. */
  isAvailable?(capabilities: Capabilities): boolean;
  /** Returns the plugin with another language's texts. They have the same shape as the plugin's own. */
  localize?(texts: object): UiPlugin;
  /** Error messages by error code. The app's texts take precedence. */
  readonly errors?: Readonly<Record<string, string>>;
  /** An identifier to sign in with, in addition to the email. */
  readonly identifier?: Identifier;
  /** Additional fields of the sign-up form. */
  readonly signUp?: FormExtension;
  /** Additional ways to sign in and sign up. */
  readonly signInMethods?: readonly SignInMethod[];
  /** Takes over sign-in for some emails. */
  readonly emailOwner?: EmailOwner;
  /** Rendered above the sign-in form, such as accounts to continue with. */
  readonly SignInTop?: ComponentType<SignInTopProps>;
  /** Shown after a sign-in with a password, until it calls `onDone`. */
  readonly AfterPassword?: ComponentType<AfterPasswordProps>;
  /** An additional factor for the second step of a sign-in. */
  readonly secondFactor?: SecondFactor;
  /** A captcha for forms that bots target, such as sign-in, sign-up, and forgot password. */
  readonly captcha?: FormCaptcha;
  /** Ways to reauthenticate in the middle of a call. */
  readonly proofs?: readonly ProofMethod[];
  /** What the plugin adds to the account page. */
  readonly account?: AccountExtension;
  /** What the plugin adds to the organization page. */
  readonly organization?: OrganizationExtension;
  /** What the plugin adds to the admin pages. */
  readonly admin?: AdminExtension;
  /** Items of the user menu, made of `MenuItem`. */
  readonly MenuItems?: ComponentType;
  /** Items of the user menu that sign out, in place of the one that ends the session. */
  readonly SignOutItems?: ComponentType<SignOutItemsProps>;
  /** Returns what signing out would lose, so that the user menu asks first. `null` if it doesn't lose anything. */
  signOutWarning?(user: object): SignOutWarning | null;
  /** Elements to render inside the provider on every page. */
  readonly GlobalElements?: ComponentType;
  /** Pages that `Auth` shows, such as the one for the second factor. */
  readonly authPages?: readonly PluginAuthPage[];
  /**
   * Returns what a sign-in page was opened for, from its query, such as another app's request. `null` if there's no
   * request.
   */
  readSignInRequest?(params: URLSearchParams): SignInRequest | null;
  /**
   * Handles a sign-in response without a session.
   * @param redirect where the user goes after the sign-in. Carry it to the plugin's page.
   * @returns whether the plugin handles it
   */
  onChallenge?(response: Readonly<Record<string, unknown>>, ui: AuthUi, redirect: Redirect): boolean;
}

/** What a sign-in page was opened for. */
export interface SignInRequest {
  /** Path to go to after the sign-in. */
  readonly destination: string | null;
  /** Email of the user that the request is for, to fill in the email field. */
  readonly email: string | null;
}

/** A page that a plugin adds to the sign-in pages. */
export interface PluginAuthPage {
  readonly path: string;
  readonly Page: ComponentType<{
    readonly className?: string | undefined;
    readonly appearance?: Appearance | undefined;
  }>;
}

/** What a plugin adds to the account page. */
export interface AccountExtension {
  /** Messages at the top of the security section. */
  readonly SecurityNotices?: ComponentType;
  /** `Row`s of the profile, after the name. */
  readonly ProfileRows?: ComponentType;
  /** `Row`s of the security section, after the password. */
  readonly SecurityRows?: ComponentType;
  /** Shown in the row of each active session, such as whether its device is recognized. */
  readonly SessionMark?: ComponentType<SessionMarkProps>;
  /** Groups at the end of the security section, each a `RowsGroup`. */
  readonly SecurityGroups?: ComponentType;
  /** Sections with an item in the navigation, above the danger zone. */
  readonly sections?: readonly AccountSection[];
}

/** Props of a plugin's mark on an active session. */
export interface SessionMarkProps {
  readonly sessionId: string;
  /** Whether it's the session of this browser. */
  readonly isCurrent: boolean;
  /** Names the session's device, such as "Firefox on Linux". */
  readonly device: string;
  /** Shows why the mark's action failed, across the full width of the row. `null` removes the message. */
  onError?(text: string | null): void;
}

/** A section that a plugin adds to the account page. */
export interface AccountSection {
  /** Names the section in the URL, such as `billing` for `/account#billing`. */
  readonly id: string;
  /** Title in the navigation. */
  readonly title: string;
  readonly icon: IconName;
  /** Renders a `Section`. */
  readonly Section: ComponentType<AccountSectionProps>;
  /** Path of the call that the section reads, or several paths. If the server turned one off, there's no section. */
  readonly path?: CallPaths;
  /** Whether the server has what the section needs. `null` for a server without capabilities. Default: always. */
  isAvailable?(capabilities: Capabilities | null): boolean;
  /** Whether guests have the section on their account page. Default: true. */
  readonly forGuests?: boolean;
}

/** Props of a section of the account page. */
export interface AccountSectionProps {
  /** Whether to focus the heading, because the user navigated to the section. Pass it to `Section`. */
  readonly focusOnMount?: boolean;
}

/** What a plugin adds to the organization page. */
export interface OrganizationExtension {
  /** Sections about the active organization, with their items in the navigation. They come before the danger zone. */
  readonly sections?: readonly OrganizationSection[];
  /** A step of the single sign-on setup, for members with the permission and anyone whose setup link includes it. */
  readonly setupStep?: SetupStepExtension;
}

/** A step that a plugin adds to the single sign-on setup, after the test. */
export interface SetupStepExtension {
  /** The permission that it needs, such as `scim:create`. */
  readonly permission: string;
  /** Says what to do. */
  readonly text: string;
  readonly Step: ComponentType<SetupStepProps>;
}

/** Props of a plugin's step. */
export interface SetupStepProps {
  /** `null` for someone with a setup link, which identifies the organization. */
  readonly organizationId: string | null;
  /** The name of the identity provider. */
  readonly name: string;
  /** Texts for the button that continues, before and after the step is done, and for the one that goes back. */
  readonly labels: { readonly skip: string; readonly next: string; readonly back: string };
  /** The value passed to `onSecret`. It's kept while the user moves between steps. */
  readonly secret: string | null;
  /** Keeps a value that the server returns only once, such as a token. */
  onSecret(secret: string): void;
  onNext(): void;
  onBack(): void;
}

/** A section that a plugin adds to the organization page. */
export interface OrganizationSection extends AccountSection {
  /** The permission that members need to see it, such as `apiKey:read`. Default: none. */
  readonly permission?: string;
}

/** What a plugin adds to the admin pages. */
export interface AdminExtension {
  /** Pages with their items in the navigation, before the audit log. */
  readonly pages?: readonly AdminExtensionPage[];
}

/** A page that a plugin adds to the admin pages. */
export interface AdminExtensionPage {
  /** The part of its path after the admin path, such as `webhooks` for `/admin/webhooks`. */
  readonly id: string;
  /** Title in the navigation. */
  readonly title: string;
  readonly icon: IconName;
  /** Renders the whole page. */
  readonly Page: ComponentType;
  /** The permission that admins need to see it, such as `webhook:read`. */
  readonly permission: string;
  /** Path of the call that the page reads, or several paths. If the server turned one off, there's no page. */
  readonly path?: CallPaths;
  /** Whether the server has what the page needs. Default: always. */
  isAvailable?(capabilities: Capabilities | null): boolean;
}

/** Fields that a plugin adds to a form. */
export interface FormExtension {
  readonly Fields: ComponentType<FormExtensionProps>;
  /** Returns the values to add to the call. */
  getValues(values: FormData): Readonly<Record<string, unknown>>;
  /** Maps error codes to input names. */
  readonly fieldByErrorCode: Readonly<Record<string, string>>;
}

/** A captcha in a form, sent in the request headers. */
export interface FormCaptcha {
  /** Remounted after each attempt. */
  readonly Fields: ComponentType;
  /** Whether the server requires it for the call at this path. Default: in every form with captchas. */
  isRequired?(path: string, capabilities: Capabilities): boolean;
  /** Returns the headers to add to the request. */
  getHeaders(values: FormData): Readonly<Record<string, string>>;
}

/** Props of a plugin's form fields. */
export interface FormExtensionProps {
  /** Errors by input name. */
  readonly errors: Readonly<Record<string, string>>;
}

/** An identifier that users can sign in with. */
export interface Identifier {
  /** Label of the field that accepts both, such as "Email or username". */
  readonly label: string;
  /** Label of the field on a server that doesn't sign in with an email and password, such as "Username". */
  readonly ownLabel: string;
  /** Path of the call that signs in. */
  readonly path: string;
  /** Whether the server accepts it at sign-in. Default: if the plugin is available. */
  isOffered?(capabilities: Capabilities): boolean;
  /** Whether the text is this kind of identifier instead of an email. */
  matches(typed: string): boolean;
  /** Signs in with the identifier. */
  signIn(client: object, values: IdentifierSignIn, options?: IdentifierOptions): Promise<IdentifierResult>;
  /** Error codes to show at the field. */
  readonly codes: readonly string[];
}

/** The values for signing in with an identifier. */
export interface IdentifierSignIn {
  readonly identifier: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

/** Options for the request. */
export interface IdentifierOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of the sign-in. Without a token, the user isn't signed in yet. */
export interface IdentifierResult {
  readonly data: { readonly token?: string | null | undefined } | null;
  readonly error: ClientError | null;
}
