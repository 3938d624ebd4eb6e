/** The texts of provider sign-in and connected accounts. */

import type { ErrorTexts } from "./errors.ts";

/** The texts of provider sign-in and connected accounts. */
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
    /** By the callback's `?error=`. `unknown` is for codes without a text here or in the general `errors`. */
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

const misconfigured = "This site and the service do not understand each other. Tell the people who run this site.";

/** The English texts. */
export const social: SocialTexts = {
  social: {
    continueWith: "Continue with {provider}",
    or: "or",
    addEmail: {
      text: "One thing is missing: the service does not tell us your email. Enter it, and open the link that we send you.",
      submit: "Send the link",
      sent: "A mail is on its way to {email}. Open the link in it, in this browser, and you are signed in.",
    },
    errors: {
      unknown: "Signing in by that service did not work. Try again, or use another way.",
      invalid_callback_request: "The service sent you back with an answer that cannot be read. Start again.",
      state_not_found: "The service sent you back without saying what for. Start again.",
      please_restart_the_process: "That took too long, was done already, or began in another browser. Start again.",
      no_code: "The service sent you back without saying that it is you. Try again.",
      no_callback_url: "The page that you were to come back to is not one of this site's any more. Start again.",
      oauth_provider_not_found: "This way of signing in is not available here any more.",
      invalid_code: "The service did not confirm that it is you. Try again.",
      issuer_missing: "The service's answer does not say who it is from, so it does not count. Try again.",
      issuer_mismatch:
        "The answer came from another service than the one you chose, so it does not count. Start again.",
      unable_to_get_user_info: "The service did not tell us who you are. Try again in a moment.",
      email_not_found:
        "The service did not tell us your email, which is needed here. Allow it there, or use another way.",
      email_required: "The service does not tell us your email, which is needed here. Start again, and enter it.",
      email_not_verified: "Confirm your email first: open the link in our mail, then sign in again.",
      email_does_not_match: "That account has another email than yours here, and cannot be connected to it.",
      account_already_linked_to_different_user:
        "That account is connected to another user here. Disconnect it there first.",
      unable_to_link_account:
        "That account couldn't be connected to yours. Check that its email is verified there, then try again.",
      session_not_fresh: "Confirm it's you, then connect the account again.",
      account_not_linked:
        "There is a user with this email already. Sign in as you used to, then connect the service in your account.",
      signup_disabled: "You have no account here yet, and new ones cannot be made this way.",
      unable_to_create_user: "Your account could not be made. Try again, or create one with your email.",
      unable_to_create_session: "You could not be signed in. Try again in a moment.",
      internal_server_error: "Something went wrong on our side. Try again in a moment.",
      access_denied: "You did not go on there, or the service said no. Nothing has changed.",
      login_required: "The service wants you to sign in there first. Try again.",
      interaction_required: "The service has a question for you first. Try again.",
      account_selection_required: "The service wants to know which of your accounts it is. Try again.",
      consent_required: "The service wants you to agree first. Try again.",
      server_error: "Something went wrong at the service. Try again in a moment.",
      temporarily_unavailable: "The service is busy. Try again in a moment.",
      invalid_request: misconfigured,
      invalid_scope: misconfigured,
      unauthorized_client: misconfigured,
      unsupported_response_type: misconfigured,
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
