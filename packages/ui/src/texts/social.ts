/** Texts for provider sign-in and connected accounts. */

import { type ErrorTexts, errors } from "./errors.ts";

/** Texts for provider sign-in and connected accounts. */
export interface SocialTexts {
  readonly social: {
    /** `{provider}`. */
    readonly continueWith: string;
    /** Between the buttons and the form. */
    readonly or: string;
    /** Shown if the provider didn't share an email and one is required. */
    readonly addEmail: {
      readonly text: string;
      readonly submit: string;
      /** `{email}`. */
      readonly sent: string;
    };
    /**
     * Error messages by the callback's `?error=` code. `unknown` is for codes without a text here or in the general
     * `errors`.
     */
    readonly errors: ErrorTexts;
  };
  readonly linkedAccounts: {
    readonly title: string;
    readonly subtitle: string;
    /** `{date}`. */
    readonly since: string;
    readonly notConnected: string;
    readonly connect: string;
    /** `{provider}`. */
    readonly connectLabel: string;
    readonly disconnect: string;
    /** `{provider}`. */
    readonly disconnectLabel: string;
    /** `{provider}`. */
    readonly disconnectTitle: string;
    /** `{provider}`. */
    readonly disconnectText: string;
    /** `{provider}`. */
    readonly disconnected: string;
    /** Why the last sign-in method can't be unlinked. */
    readonly last: string;
    /** A link to the security section, after the reason. */
    readonly setPassword: string;
    /** Names by provider id. Default: the id itself. */
    readonly providers: Readonly<Record<string, string>>;
  };
}

const notSetUp = "Sign-in with this provider isn't set up correctly. Contact support.";

/** The English texts. */
export const social: SocialTexts = {
  social: {
    continueWith: "Continue with {provider}",
    or: "or",
    addEmail: {
      text: "One more step: the provider didn't share your email. Enter it and we'll send you a link to finish signing in.",
      submit: "Send link",
      sent: "We sent a link to {email}. Open it in this browser to finish signing in.",
    },
    errors: {
      unknown: "Couldn't sign you in with that provider. Try again or use another sign-in method.",
      invalid_callback_request: "The provider sent an invalid response. Start again.",
      state_not_found: "This sign-in attempt couldn't be verified. Start again.",
      please_restart_the_process:
        "This sign-in attempt expired, was already used, or was started in another browser. Start again.",
      no_code: "The provider didn't complete the sign-in. Try again.",
      no_callback_url: "We couldn't return you to where you started. Start again.",
      oauth_provider_not_found: errors.PROVIDER_NOT_FOUND as string,
      invalid_code: "The provider couldn't confirm your identity. Try again.",
      issuer_missing: "The provider's response couldn't be verified. Try again.",
      issuer_mismatch: "The response came from a different provider than the one you chose. Start again.",
      unable_to_get_user_info: "Couldn't get your profile from the provider. Try again in a moment.",
      email_not_found: errors.USER_EMAIL_NOT_FOUND as string,
      email_required: "The provider didn't share your email, which we need to sign you in. Start again and enter it.",
      email_not_verified: "Verify your email first. Open the link we sent you, then sign in again.",
      email_does_not_match: errors.LINKING_DIFFERENT_EMAILS_NOT_ALLOWED as string,
      account_already_linked_to_different_user:
        "That account is already connected to another user. Disconnect it there first.",
      unable_to_link_account: errors.LINKING_FAILED as string,
      session_not_fresh: "Confirm it's you, then connect the account again.",
      account_not_linked:
        "An account with this email already exists. Sign in the way you usually do, then connect this provider in your account settings.",
      signup_disabled: "You don't have an account yet, and you can't sign up with this provider.",
      unable_to_create_user: "Couldn't create your account. Try again or use another sign-in method.",
      unable_to_create_session: errors.FAILED_TO_CREATE_SESSION as string,
      internal_server_error: errors.INTERNAL_SERVER_ERROR as string,
      access_denied: "You canceled the sign-in, or the provider denied it. Nothing has changed.",
      login_required: "Sign in to the provider first, then try again.",
      interaction_required: "The provider needs more information from you. Try again.",
      account_selection_required: "Choose an account at the provider, then try again.",
      consent_required: "The provider needs your consent first. Try again.",
      server_error: "Something went wrong on the provider's end. Try again in a moment.",
      temporarily_unavailable: "The provider is temporarily unavailable. Try again in a moment.",
      invalid_request: notSetUp,
      invalid_scope: notSetUp,
      unauthorized_client: notSetUp,
      unsupported_response_type: notSetUp,
    },
  },
  linkedAccounts: {
    title: "Connected accounts",
    subtitle: "You can sign in to your account with any of these.",
    since: "Added on {date}",
    notConnected: "Not connected",
    connect: "Connect",
    connectLabel: "Connect {provider}",
    disconnect: "Disconnect",
    disconnectLabel: "Disconnect {provider}",
    disconnectTitle: "Disconnect {provider}?",
    disconnectText: "You'll no longer be able to sign in with it. You can connect it again at any time.",
    disconnected: "{provider} disconnected.",
    last: "This is your only sign-in method. Connect another one or set a password before removing it.",
    setPassword: "Set a password",
    providers: {
      credential: "Email and password",
      github: "GitHub",
      gitlab: "GitLab",
      linkedin: "LinkedIn",
      tiktok: "TikTok",
      twitter: "X",
      vk: "VK",
    },
  },
};
