/** Texts for invitations. */

import type { PluralText } from "../../texts/texts.ts";

/** Texts for invitations. */
export interface InvitationTexts {
  readonly invitations: {
    readonly title: string;
    readonly subtitle: string;
    readonly caption: string;
    readonly tabs: string;
    readonly pending: string;
    readonly expired: string;
    readonly accepted: string;
    readonly expires: string;
    readonly invitedBy: string;
    readonly unknownPerson: string;
    readonly empty: string;
    readonly noExpired: string;
    readonly noAccepted: string;
    readonly invite: string;
    readonly inviteTitle: string;
    readonly inviteText: string;
    readonly inviteSubmit: string;
    readonly inviteLinkText: string;
    readonly inviteLinkSubmit: string;
    readonly emails: string;
    readonly team: string;
    readonly noTeam: string;
    /** `{email}`. */
    readonly sent: string;
    readonly sentSome: PluralText;
    readonly createdSome: PluralText;
    readonly failedSome: PluralText;
    readonly links: string;
    readonly copyLink: string;
    /** `{email}`. */
    readonly copyLinkOf: string;
    readonly resend: string;
    readonly cancel: string;
    /** `{email}`. */
    readonly cancelTitle: string;
    readonly cancelText: string;
    readonly cancelLinkText: string;
    /** `{email}`. */
    readonly canceled: string;
    readonly done: string;
  };
  readonly own: {
    readonly title: string;
    readonly subtitle: string;
    readonly empty: string;
    /** `{role}`, `{date}`. */
    readonly offer: string;
    readonly count: PluralText;
    readonly unverified: string;
    readonly accept: string;
    readonly reject: string;
    /** `{name}`. */
    readonly acceptOf: string;
    /** `{name}`. */
    readonly rejectOf: string;
    /** `{name}`. */
    readonly accepted: string;
    /** `{name}`. */
    readonly rejected: string;
  };
  readonly invitation: {
    /** `{inviter}`, `{name}`, `{role}`. */
    readonly title: string;
    readonly signUpText: string;
    readonly signInText: string;
    /** `{email}`. */
    readonly signedInAs: string;
    readonly unnamed: string;
    readonly unnamedText: string;
    readonly accept: string;
    readonly reject: string;
    readonly rejectedTitle: string;
    readonly notOpen: string;
    readonly incomplete: string;
    readonly memberTitle: string;
    readonly memberText: string;
    readonly fullTitle: string;
    readonly fullText: string;
    /** Shown if the app has turned off the calls that accept and decline invitations. */
    readonly off: string;
    readonly otherTitle: string;
    /** `{email}`. */
    readonly otherText: string;
    readonly signOut: string;
    readonly unverifiedTitle: string;
    readonly unverifiedText: string;
    readonly goOn: string;
  };
}

/** The English texts. */
export const invitations: InvitationTexts = {
  invitations: {
    title: "Invitations",
    subtitle: "People you've invited, and how they responded.",
    caption: "Invitations",
    tabs: "Invitations by status",
    pending: "Pending",
    expired: "Expired",
    accepted: "Accepted",
    expires: "Expires",
    invitedBy: "Invited by",
    unknownPerson: "Former member",
    empty: "No pending invitations.",
    noExpired: "No expired invitations.",
    noAccepted: "No accepted invitations.",
    invite: "Invite members",
    inviteTitle: "Invite members",
    inviteText: "We'll email them a link to join. If they don't have an account, they can create one.",
    inviteSubmit: "Send invitations",
    inviteLinkText: "Create links to join this organization, then send them to the people you invite.",
    inviteLinkSubmit: "Create links",
    emails: "Emails",
    team: "Team (optional)",
    noTeam: "No team",
    sent: "Invitation sent to {email}.",
    sentSome: { one: "{count} invitation sent.", other: "{count} invitations sent." },
    createdSome: {
      one: "{count} link created. Copy it and send it to the person you invited.",
      other: "{count} links created. Copy them and send them to the people you invited.",
    },
    failedSome: {
      one: "{count} invitation couldn't be created. Fix or remove the marked email.",
      other: "{count} invitations couldn't be created. Fix or remove the marked emails.",
    },
    links: "Invitation links",
    copyLink: "Copy link",
    copyLinkOf: "Copy the link for {email}",
    resend: "Resend invitation",
    cancel: "Revoke invitation",
    cancelTitle: "Revoke the invitation to {email}?",
    cancelText: "The link in their email will stop working.",
    cancelLinkText: "Its link will stop working.",
    canceled: "Invitation to {email} revoked.",
    done: "Done",
  },
  own: {
    title: "Invitations",
    subtitle: "Organizations that have invited you to join.",
    empty: "You don't have any invitations.",
    offer: "Role: {role}. Expires {date}.",
    count: { one: "{count} invitation", other: "{count} invitations" },
    unverified: "Verify your email to see your invitations.",
    accept: "Accept",
    reject: "Decline",
    acceptOf: "Accept the invitation to {name}",
    rejectOf: "Decline the invitation to {name}",
    accepted: "You joined {name}.",
    rejected: "You declined the invitation to {name}.",
  },
  invitation: {
    title: "{inviter} invited you to {name} as {role}",
    signUpText: "Your email is already verified through this invitation.",
    signInText: "Sign in to respond to the invitation.",
    signedInAs: "You're signed in as {email}.",
    unnamed: "You've been invited",
    unnamedText: "Sign in with the email the invitation was sent to.",
    accept: "Accept invitation",
    reject: "Decline",
    rejectedTitle: "Invitation declined",
    notOpen: "This invitation can't be opened",
    incomplete: "The link is incomplete. Open it again from your email.",
    memberTitle: "You're already a member",
    memberText: "You already belong to this organization.",
    fullTitle: "This organization is full",
    fullText: "It has reached its member limit. Ask the person who invited you.",
    off: "Answering invitations isn't available. Contact support.",
    otherTitle: "This invitation is for someone else",
    otherText: "You're signed in as {email}. Sign out, then sign in with the email that was invited.",
    signOut: "Switch account",
    unverifiedTitle: "Verify your email first",
    unverifiedText: "Open the link we sent you, then come back to this page.",
    goOn: "View your organizations",
  },
};
