/** The texts of the OAuth provider's pages. */

/** All texts of the OAuth provider's components. `{app}` is the other app's name, and `{site}` is yours. */
export interface OAuthProviderTexts {
  /** Name of an app that has none. */
  readonly unnamed: string;
  /** `{app}`. */
  readonly title: string;
  /** `{app}` and `{site}`. */
  readonly text: string;
  readonly unverified: string;
  /** `{app}` and `{host}`. */
  readonly unverifiedText: string;
  readonly signedInAs: string;
  readonly otherAccount: string;
  /** `{app}`. */
  readonly can: string;
  /** `{app}`. */
  readonly cannot: string;
  /** What no app can do. */
  readonly limits: { readonly password: string; readonly account: string };
  /** The provider's own scopes. `{site}`. */
  readonly scopes: {
    readonly openid: string;
    readonly profile: string;
    readonly email: string;
    readonly offline_access: string;
    readonly organization: string;
  };
  /** `{hosts}`. */
  readonly returnTo: string;
  /** Instead of `returnTo`, for an app on the user's device. */
  readonly returnToDevice: string;
  readonly privacy: string;
  readonly terms: string;
  readonly allow: string;
  readonly endedTitle: string;
  readonly endedText: string;
  readonly toAccount: string;
  readonly chooseTitle: string;
  /** `{app}`. */
  readonly chooseText: string;
  readonly chooseOther: string;
  readonly errorTitle: string;
  /** Why the browser wasn't sent back. */
  readonly errorAdvice: string;
  /** Why a request can't be answered, by error code. */
  readonly requestErrors: {
    readonly unknown: string;
    readonly invalid_client: string;
    readonly invalid_request: string;
    readonly invalid_request_uri: string;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const oauthProviderEn: OAuthProviderTexts = {
  unnamed: "Unnamed app",
  title: "Allow access for {app}?",
  text: "{app} wants to use your {site} account.",
  unverified: "Unverified app",
  unverifiedText: "Anyone can register an app with any name. Only continue if you started this and trust {host}.",
  signedInAs: "Signed in as",
  otherAccount: "Not you?",
  can: "{app} will be able to:",
  cannot: "{app} won't be able to:",
  limits: { password: "See your password", account: "Change your sign-in methods or delete your account" },
  scopes: {
    openid: "Confirm that it's you",
    profile: "See your name and picture",
    email: "See your email",
    offline_access: "Keep this access while you aren't using it",
    organization: "See the organization that you choose, and your role in it",
  },
  returnTo: "You'll continue to {hosts}.",
  returnToDevice: "You'll continue to an app on this device.",
  privacy: "Privacy policy",
  terms: "Terms of service",
  allow: "Allow",
  endedTitle: "This request is no longer valid",
  endedText: "It expired, or it was answered already. Go back to the app and start again.",
  toAccount: "Go to your account",
  chooseTitle: "Choose an account",
  chooseText: "You'll continue to {app} with it.",
  chooseOther: "Use another account",
  errorTitle: "Couldn't connect the app",
  errorAdvice: "Go back to the app and try again. If that doesn't help, contact its developer.",
  requestErrors: {
    unknown: "The app sent a request that can't be answered.",
    invalid_client: "The app isn't registered here, or access for it is turned off.",
    invalid_request: "The request is incomplete, has expired, or leads to a page that the app hasn't registered.",
    invalid_request_uri: "The app's request has expired or was used already.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "This request is no longer valid. Go back to the app and start again.",
    INVALID_SCOPE: "The app didn't ask for one of these permissions.",
    OAUTH_CLIENT_NOT_FOUND: "This app no longer exists.",
  },
};
