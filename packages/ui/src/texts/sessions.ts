/** Texts for active sessions and the user menu. */

import type { PluralText } from "./plural.ts";

/** Texts for active sessions and the user menu. */
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
    readonly active: string;
    readonly activeNow: string;
    /** `{time}`, such as "Mar 10, 2026, 9:30 AM". */
    readonly signedIn: string;
    /** `{address}`. */
    readonly ipAddress: string;
    readonly showMore: PluralText;
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
    title: "Active sessions",
    subtitle: "Browsers and apps signed in to your account. Sign out of any you don't recognize.",
    current: "This device",
    unknownDevice: "Unknown device",
    device: "{browser} on {system}",
    active: "Active {time}",
    activeNow: "Active now",
    signedIn: "Signed in {time}",
    ipAddress: "IP address {address}",
    showMore: { one: "Show {count} more", other: "Show {count} more" },
    revoke: "Sign out",
    revokeLabel: "Sign out of {device}",
    revokeOthers: "Sign out of all other devices",
    revokeOthersTitle: "Sign out of all other devices?",
    revokeOthersText: "You'll need to sign in again on those devices. You'll stay signed in here.",
    revokeOthersConfirm: "Sign out",
    revoked: "Signed out of that device.",
    othersRevoked: "Signed out of all other devices.",
  },
};
