/** The texts of active sessions and the user menu. */

/** The texts of active sessions and the user menu. */
export interface SessionTexts {
  readonly userButton: { readonly open: string; readonly account: string };
  readonly sessions: {
    readonly title: string;
    readonly subtitle: string;
    readonly current: string;
    readonly unknownDevice: string;
    /** `{browser}` and `{system}`. */
    readonly device: string;
    /** `{time}`, such as "2 hours ago". */
    readonly signedIn: string;
    readonly revoke: string;
    /** `{device}`. */
    readonly revokeLabel: string;
    readonly revokeOthers: string;
    readonly revokeOthersTitle: string;
    readonly revokeOthersText: string;
    readonly revokeOthersConfirm: string;
    readonly revoked: string;
    readonly othersRevoked: string;
  };
}

/** The English texts. */
export const sessions: SessionTexts = {
  userButton: { open: "Account menu", account: "Account settings" },
  sessions: {
    title: "Your devices",
    subtitle: "Browsers and apps that are signed in to your account. End any that you do not recognise.",
    current: "This device",
    unknownDevice: "Unknown device",
    device: "{browser} on {system}",
    signedIn: "Signed in {time}",
    revoke: "Sign out",
    revokeLabel: "Sign out {device}",
    revokeOthers: "Sign out all other devices",
    revokeOthersTitle: "Sign out all other devices?",
    revokeOthersText: "Everyone signed in elsewhere has to enter the password again. This device stays signed in.",
    revokeOthersConfirm: "Sign them out",
    revoked: "That device is signed out.",
    othersRevoked: "All other devices are signed out.",
  },
};
