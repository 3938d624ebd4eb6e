/** Texts for the OAuth provider's pages and sections. */

/** Texts for the section with the apps that can use the account. */
export interface ConnectedAppsTexts {
  readonly title: string;
  readonly text: string;
  readonly none: string;
  readonly noneText: string;
  /** `{date}`. */
  readonly since: string;
  /** `{time}`. */
  readonly lastUsed: string;
  /** Instead of `lastUsed`, for an app that has no access now but would get it without asking. */
  readonly idle: string;
  /** `{organization}`. */
  readonly forOrganization: string;
  /** Names the list of permissions. `{app}`. */
  readonly can: string;
  readonly disconnect: string;
  /** `{app}`. */
  readonly disconnectLabel: string;
  /** `{app}`. */
  readonly disconnectTitle: string;
  /** `{app}`. */
  readonly disconnectText: string;
  /** `{app}`. */
  readonly disconnected: string;
}

/** Texts for an organization's applications. `{site}` is your app's name. */
export interface ApplicationsTexts {
  readonly title: string;
  /** `{site}`. */
  readonly text: string;
  readonly create: string;
  readonly none: string;
  /** `{site}`. */
  readonly noneText: string;
  readonly off: string;
  /** `{date}`. */
  readonly secretExpires: string;
  readonly secretExpired: string;
  /** `{name}`. */
  readonly manage: string;
  readonly edit: string;
  readonly rotate: string;
  readonly turnOff: string;
  readonly turnOn: string;
  readonly remove: string;
  readonly createTitle: string;
  readonly createText: string;
  readonly name: string;
  readonly type: string;
  readonly typeHint: string;
  readonly types: { readonly confidential: string; readonly public: string };
  readonly redirectUris: string;
  readonly redirectHint: string;
  /** `{name}`. */
  readonly editTitle: string;
  readonly editText: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly copyId: string;
  readonly copySecret: string;
  readonly revealTitle: string;
  readonly revealText: string;
  readonly done: string;
  /** `{name}`. */
  readonly rotateTitle: string;
  readonly rotateText: string;
  /** `{name}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  readonly created: string;
  readonly saved: string;
  readonly removed: string;
  readonly turnedOff: string;
  readonly turnedOn: string;
  /** An admin of the site has turned it off. */
  readonly blocked: string;
}

/** Texts for the page where users choose an organization. */
export interface OrganizationChoiceTexts {
  readonly title: string;
  /** `{app}`. */
  readonly text: string;
  readonly none: string;
  /** `{app}`. */
  readonly noneText: string;
  /** `{app}`. For users who can't create an organization. */
  readonly inviteOnly: string;
}

/** All texts for the OAuth provider's components. `{app}` is the other app's name, and `{site}` is yours. */
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
  readonly organization: OrganizationChoiceTexts;
  readonly apps: ConnectedAppsTexts;
  readonly applications: ApplicationsTexts;
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
  endedText: "It expired or was already answered. Go back to the app and start again.",
  toAccount: "Go to your account",
  chooseTitle: "Choose an account",
  chooseText: "You'll continue to {app} with it.",
  chooseOther: "Use another account",
  organization: {
    title: "Choose an organization",
    text: "You'll continue to {app} with it.",
    none: "You don't belong to any organizations",
    noneText: "{app} needs one. Create one, or accept an invitation and start again.",
    inviteOnly: "{app} needs one. Accept an invitation, then start again.",
  },
  apps: {
    title: "Connected apps",
    text: "Apps that can use your account.",
    none: "No connected apps",
    noneText: "Apps that you sign in to with this account appear here.",
    since: "Connected {date}",
    lastUsed: "Last used {time}",
    idle: "No access right now. Signing in to it again won't ask you first.",
    forOrganization: "For {organization}",
    can: "Permissions of {app}",
    disconnect: "Disconnect",
    disconnectLabel: "Disconnect {app}",
    disconnectTitle: "Disconnect {app}?",
    disconnectText: "{app} loses access to your account. To use it again, you have to allow access again.",
    disconnected: "{app} disconnected.",
  },
  applications: {
    title: "Applications",
    text: "Your organization's apps that users sign in to with {site}.",
    create: "Create application",
    none: "No applications yet",
    noneText: "Create one to let users sign in to your app with {site}.",
    off: "Off",
    secretExpires: "Secret expires {date}",
    secretExpired: "Secret expired",
    manage: "Manage {name}",
    edit: "Edit",
    rotate: "Replace secret",
    turnOff: "Turn off",
    turnOn: "Turn on",
    remove: "Delete",
    createTitle: "Create an application",
    createText: "Users see its name when they're asked to allow access.",
    name: "Name",
    type: "Type",
    typeHint: "You can't change this later.",
    types: { confidential: "Web app with a server", public: "Single-page, mobile, or desktop app" },
    redirectUris: "Redirect URIs",
    redirectHint: "Where users return after they sign in. One per line.",
    editTitle: "Edit {name}",
    editText: "Changes apply immediately.",
    clientId: "Client ID",
    clientSecret: "Client secret",
    copyId: "Copy client ID",
    copySecret: "Copy client secret",
    revealTitle: "Copy the client secret",
    revealText: "You won't be able to see it again. Store it on your app's server.",
    done: "Done",
    rotateTitle: "Replace the secret of {name}?",
    rotateText: "You get a new secret. The old one works for another day, so you can switch without downtime.",
    removeTitle: "Delete {name}?",
    removeText: "Users can no longer sign in to it, and it loses access to their accounts. You can't undo this.",
    created: "Application created.",
    saved: "Application saved.",
    removed: "Application deleted.",
    turnedOff: "Application turned off.",
    turnedOn: "Application turned on.",
    blocked: "An admin turned this application off. Contact support to turn it on again.",
  },
  errorTitle: "Couldn't connect the app",
  errorAdvice: "Go back to the app and try again. If that doesn't help, contact its developer.",
  requestErrors: {
    unknown: "The app sent a request that can't be answered.",
    invalid_client: "The app isn't registered here, or access for it is turned off.",
    invalid_request: "The request is incomplete, has expired, or leads to a page that the app hasn't registered.",
    invalid_request_uri: "The app's request has expired or was already used.",
  },
  errors: {
    INVALID_OAUTH_REQUEST: "This request is no longer valid. Go back to the app and start again.",
    INVALID_SCOPE: "The app didn't ask for one of these permissions.",
    OAUTH_CLIENT_NOT_FOUND: "This app no longer exists.",
    INVALID_CLIENT_METADATA:
      "One of the redirect URIs can't be used. Use https:// URLs without a fragment. http:// only works on localhost.",
    YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION: "You're no longer a member of this organization.",
    YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS: "You don't have permission to manage applications.",
  },
};
