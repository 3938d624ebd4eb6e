/** Types for what UI plugins add to sign-in and sign-out. */

import type { Capabilities } from "@latchkey/client/capabilities";
import type { AnyReactClient, ClientError } from "@latchkey/react";
import type { ComponentType, ReactNode } from "react";
import type { IconName } from "../primitives/icons.tsx";
import type { Appearance } from "./appearance.tsx";
import type { Redirect } from "./destination.ts";

/** The page that a method is on. */
export type MethodPage = "sign-in" | "sign-up";

/** A method that a UI plugin adds. It has a `Button`, a `Step`, or an `email` part. */
export interface SignInMethod {
  /** The method's name on the server, such as `email-otp`. It also identifies the last-used method. */
  readonly id: string;
  readonly icon: IconName;
  /** Label of its button, by page. */
  readonly labels: Readonly<Record<MethodPage, string>>;
  /** Whether the server offers the method on this page. */
  isOffered(capabilities: Capabilities, page: MethodPage): boolean;
  /** Token for the `autocomplete` attribute of the email field, such as `webauthn`. */
  readonly autoComplete?: string;
  /** Replaces the button, for a method that signs in when it's pressed. */
  readonly Button?: ComponentType<MethodButtonProps>;
  /** Replaces the page when the button is pressed. */
  readonly Step?: ComponentType<MethodStepProps>;
  /** For a method that starts with an email. Pages without a password ask for the email right away. */
  readonly email?: EmailMethod;
}

/** Props of every part of a method. */
export interface MethodProps {
  readonly page: MethodPage;
  readonly redirect: Redirect;
  /** Finishes with the response of a call that signs in, which can ask for a second factor. */
  onResponse(response: object): void;
}

/** Props of a method's own button. */
export interface MethodButtonProps extends MethodProps {
  /** How the button looks. Pass it on to `Button`. */
  readonly variant: "primary" | "secondary";
  readonly label: ReactNode;
  readonly icon: ReactNode;
  /** Runs when the button is pressed, and clears the page's earlier errors. */
  onTry(): void;
}

/** Props of a method's page, which replaces the form. */
export interface MethodStepProps extends MethodProps {
  readonly frame: MethodFrame;
  /** Goes back to the form. */
  onBack(): void;
  /** Label for going back, such as "Use password instead". */
  readonly backLabel: string;
}

/** Props for `AuthCard` that the page passes on. */
export interface MethodFrame {
  readonly className?: string | undefined;
  readonly appearance?: Appearance | undefined;
  readonly footer?: ReactNode;
}

/** A method that sends an email. */
export interface EmailMethod {
  /** Path of the call, which a captcha can protect. */
  readonly path: string;
  /** Whether the call accepts the sign-up form's custom fields. */
  readonly acceptsFields: boolean;
  /** Sends the email. */
  send(client: AnyReactClient, values: EmailStartValues, options: EmailStartOptions): Promise<EmailStartResult>;
  /** Shown once the email is sent. */
  readonly Sent: ComponentType<EmailSentProps>;
}

/** What the user entered before the email is sent. */
export interface EmailStartValues {
  readonly email: string;
  /** The name of a new user. Only on the sign-up page. */
  readonly name: string;
  /** The new user's custom fields. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where the link in the email leads. */
  readonly redirect: Redirect;
  /** Path of the sign-in page, for links that fail. */
  readonly signIn: string;
}

/** Options for the request. */
export interface EmailStartOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes over sign-in for some emails, such as those of organizations that require single sign-on. */
export interface EmailOwner {
  /** Whether users with this email can only sign in this way. Called after the email step. */
  owns(client: AnyReactClient, email: string): Promise<boolean>;
  /** Error codes that a password sign-in returns for such an email. */
  readonly codes: readonly string[];
  /** Id of the plugin's sign-in method. Its button isn't shown next to `Continue`, which has the same label. */
  readonly methodId: string;
  /** Continues in place of the password form. */
  readonly Continue: ComponentType<EmailOwnerProps>;
}

/** Props of the component that replaces the password form. */
export interface EmailOwnerProps {
  readonly email: string;
  readonly redirect: Redirect;
  /** Whether the page already explained why the user can't use a password. */
  readonly isKnown?: boolean;
}

/** The result of sending an email. */
export interface EmailStartResult {
  readonly error: ClientError | null;
}

/** Props of the page after the email was sent. */
export interface EmailSentProps extends MethodStepProps {
  readonly values: EmailStartValues;
  /** Sends it again. */
  resend(): Promise<EmailStartResult>;
  /** Goes back to the email field. */
  onChangeEmail(): void;
}

/** A factor that a UI plugin adds to the second step of a sign-in. */
export interface SecondFactor {
  /** The method's name on the server, such as `passkey`. */
  readonly method: string;
  readonly icon: IconName;
  /** Label of the button that chooses it. */
  readonly label: string;
  /** What the page says about it. */
  readonly text: string;
  readonly Form: ComponentType<SecondFactorFormProps>;
}

/** Props of a factor's form. */
export interface SecondFactorFormProps {
  /** Runs if the sign-in can no longer be completed. */
  onEnd(reason: ClientError): void;
  onSignedIn(): void;
}

/** Props of the component that a plugin renders above the sign-in form. */
export interface SignInTopProps {
  readonly redirect: Redirect;
  /** Finishes with the response of a call that signs in. */
  onResponse(response: object): void;
  onSignedIn(): void;
}

/** Props of the component that a plugin shows after a sign-in with a password. */
export interface AfterPasswordProps {
  readonly className?: string | undefined;
  readonly appearance?: Appearance | undefined;
  /** Continues to the destination. */
  onDone(): void;
}

/** Props of a plugin's sign-out items. */
export interface SignOutItemsProps {
  /** Ends the session like the user menu's built-in item. */
  onSignOut(event: Event): void;
  /** Shows why signing out failed. */
  onProblem(problem: string): void;
}

/** The confirmation before a sign-out. */
export interface SignOutWarning {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
}
