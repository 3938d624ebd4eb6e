/** The account page, card by card, and the menu. */

import {
  AccountSettings,
  DeleteAccountCard,
  EmailCard,
  LinkedAccountsCard,
  PasswordCard,
  ProfileCard,
  SessionList,
  UserButton,
} from "@latchkey/ui";
import type { Hand } from "../hand.ts";
import { notFresh, offline, ok, pending, refused } from "../stand-in.ts";
import { type Gallery, reading, type State, sending } from "../state.ts";
import { as } from "../world/everywhere.ts";
import { accounts, ann, long, own, picture, signedIn } from "../world/people.ts";

const settings = <AccountSettings />;
const pages: readonly State[] = [
  { name: "filled", element: settings, shows: "Organizations that want you as a member." },
  { name: "long", element: settings, answers: as({ ...long, emailVerified: false }), shows: long.email },
  { name: "loading", element: settings, answers: { "/get-session": pending }, shows: "Loading" },
];

const profile = { element: <ProfileCard /> };
const save = ({ click }: Hand): Promise<void> => click("button", "Save");
const profiles: readonly State[] = [
  { ...profile, name: "filled", shows: "How others see you." },
  { ...profile, name: "picture", answers: as({ ...ann, image: picture }), shows: "How others see you." },
  { ...profile, name: "long", answers: as(long), shows: long.name },
  { ...profile, name: "saved", play: save, shows: "Your profile is saved." },
  {
    ...profile,
    name: "no-picture",
    play: async (hand) => {
      await hand.type("Picture", "me.png");
      await save(hand);
    },
    shows: "Give an address on the web",
  },
  ...sending({ ...profile, play: save }, "/update-user", "(busy)"),
];

const email = { element: <EmailCard /> };
const change = async ({ type, click }: Hand): Promise<void> => {
  await type("New email", "anna@example.com");
  await click("button", "Change email");
};
const emails: readonly State[] = [
  { ...email, name: "confirmed", shows: "Confirmed" },
  { ...email, name: "unconfirmed", answers: as({ ...long, emailVerified: false }), shows: "Not confirmed" },
  { ...email, name: "asked", play: change, shows: "One more step" },
  {
    ...email,
    name: "same",
    answers: { "/change-email": refused(400, "EMAIL_IS_THE_SAME") },
    play: change,
    shows: "This is your email already.",
  },
  { ...email, name: "not-fresh", answers: { "/change-email": notFresh }, play: change, shows: "Is it you?" },
  ...sending({ ...email, play: change }, "/change-email", "(busy)"),
];

const password = { element: <PasswordCard /> };
const renew = async ({ type, click }: Hand): Promise<void> => {
  await type("Current password", "correct horse battery");
  await type("New password", "battery staple horse");
  await click("button", "Change password");
};
const passwords: readonly State[] = [
  { ...password, name: "empty", shows: "Sign out other devices" },
  {
    ...password,
    name: "refused",
    answers: { "/change-password": refused(400, "INVALID_PASSWORD") },
    play: renew,
    shows: "This is not your password.",
  },
  { ...password, name: "done", play: renew, shows: "Your password is changed" },
  ...sending({ ...password, play: renew }, "/change-password", "(busy)"),
];

const linked = { element: <LinkedAccountsCard /> };
const connect = ({ click }: Hand): Promise<void> => click("button", "Connect Google");
const disconnect = async ({ click }: Hand): Promise<void> => {
  await click("button", "Disconnect GitHub");
  await click("button", "Disconnect");
};
const links: readonly State[] = [
  { ...linked, name: "filled", shows: "Not connected" },
  { ...linked, name: "last", answers: { "/list-accounts": ok(accounts.slice(0, 1)) }, shows: "Email and password" },
  {
    ...linked,
    name: "question",
    play: ({ click }) => click("button", "Disconnect GitHub"),
    shows: "Disconnect GitHub?",
  },
  { ...linked, name: "leaving", answers: { "/link-social": pending }, play: connect, shows: "(busy)" },
  {
    ...linked,
    name: "refused",
    answers: { "/unlink-account": refused(400, "FAILED_TO_UNLINK_LAST_ACCOUNT") },
    play: disconnect,
    shows: "This is your only way to sign in.",
  },
  { ...linked, name: "back-refused", search: "?error=email_does_not_match", shows: "That account has another email" },
  ...reading(linked, "/list-accounts", "Loading"),
];

const end = { element: <DeleteAccountCard /> };
const ask = ({ click }: Hand): Promise<void> => click("button", "Delete account…");
const confirmEnd = async (hand: Hand): Promise<void> => {
  await ask(hand);
  await hand.type("Password", "correct horse battery");
  await hand.click("button", "Delete for good");
};
const ends: readonly State[] = [
  { ...end, name: "resting", shows: "at once and for good" },
  { ...end, name: "question", play: ask, shows: "Delete your account?" },
  { ...end, name: "looking", answers: { "/list-accounts": pending }, play: ask, shows: "(busy)" },
  {
    ...end,
    name: "refused",
    answers: { "/delete-user": refused(400, "INVALID_PASSWORD") },
    play: confirmEnd,
    shows: "This is not your password.",
  },
  ...sending({ ...end, play: confirmEnd }, "/delete-user", "(busy)"),
];

const devices = { element: <SessionList /> };
const list: readonly State[] = [
  { ...devices, name: "filled", shows: "Unknown device" },
  { ...devices, name: "one", answers: { "/list-sessions": ok([own]) }, shows: "This device" },
  {
    ...devices,
    name: "ended",
    play: ({ click }) => click("button", /^Sign out Safari/),
    shows: "That device is signed out.",
  },
  {
    ...devices,
    name: "question",
    play: ({ click }) => click("button", "Sign out all other devices"),
    shows: "Sign out all other devices?",
  },
  {
    ...devices,
    name: "ending",
    answers: { "/revoke-session": pending },
    play: ({ click }) => click("button", /^Sign out Safari/),
    shows: "(busy)",
  },
  { ...devices, name: "not-fresh", answers: { "/list-sessions": notFresh }, shows: "Is it you?" },
  ...reading(devices, "/list-sessions", "Loading"),
];

const button = { element: <UserButton /> };
const open = ({ click }: Hand): Promise<void> => click("button", "Account menu");
const buttons: readonly State[] = [
  { ...button, name: "closed", shows: "Account menu" },
  {
    ...button,
    name: "picture",
    answers: { "/get-session": ok(signedIn({ ...ann, image: picture })) },
    shows: "Account menu",
  },
  { ...button, name: "open", play: open, shows: "Administration" },
  { ...button, name: "long", answers: as(long), play: open, shows: long.email },
  {
    ...button,
    name: "offline",
    answers: { "/sign-out": offline },
    play: async (hand) => {
      await open(hand);
      await hand.click("menuitem", "Sign out");
    },
    shows: "The server cannot be reached.",
  },
];

const proof = async (hand: Hand): Promise<void> => {
  await change(hand);
  await hand.type("Password", "not the password");
  await hand.click("button", "Continue");
};
const proofs: readonly State[] = [
  {
    ...email,
    name: "password",
    answers: { "/change-email": notFresh },
    play: change,
    shows: "please enter your password once more",
  },
  {
    ...email,
    name: "refused",
    answers: { "/change-email": notFresh, "/verify-password": refused(400, "INVALID_PASSWORD") },
    play: proof,
    shows: "This is not your password.",
  },
  {
    ...email,
    name: "sending",
    answers: { "/change-email": notFresh, "/verify-password": pending },
    play: proof,
    shows: "(busy)",
  },
  {
    ...email,
    name: "provider",
    answers: { "/change-email": refused(403, "SESSION_NOT_FRESH", { proof: ["provider"] }) },
    play: change,
    shows: "please sign in once more",
  },
];

export const account: Gallery = {
  AccountSettings: pages,
  ProfileCard: profiles,
  EmailCard: emails,
  PasswordCard: passwords,
  LinkedAccountsCard: links,
  SessionList: list,
  DeleteAccountCard: ends,
  UserButton: buttons,
  ProofDialog: proofs,
};
