/** States of the account page, its cards, and the user menu. */

import {
  AccountSettings,
  DeleteAccountCard,
  EmailCard,
  en,
  LinkedAccountsCard,
  PasswordCard,
  ProfileCard,
  SessionList,
  UserButton,
} from "@latchkey/ui";
import { as } from "../fixtures/default-responses.ts";
import { accounts, ann, long, own, picture, signedIn } from "../fixtures/users.ts";
import { errorResponse, notFresh, offline, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const settings = <AccountSettings />;
const pages: readonly State[] = [
  { name: "filled", element: settings, expectedText: "Organizations that want you as a member." },
  { name: "long", element: settings, responses: as({ ...long, emailVerified: false }), expectedText: long.email },
  { name: "loading", element: settings, responses: { "/get-session": pending }, expectedText: "Loading" },
];

const profile = { element: <ProfileCard /> };
const save = ({ click }: UserActions): Promise<void> => click("button", "Save");
const profiles: readonly State[] = [
  { ...profile, name: "filled", expectedText: "How others see you." },
  { ...profile, name: "picture", responses: as({ ...ann, image: picture }), expectedText: "How others see you." },
  { ...profile, name: "long", responses: as(long), expectedText: long.name },
  { ...profile, name: "saved", play: save, expectedText: "Your profile is saved." },
  {
    ...profile,
    name: "no-picture",
    play: async (hand) => {
      await hand.type("Picture", "me.png");
      await save(hand);
    },
    expectedText: en.errors.INVALID_IMAGE ?? "",
  },
  ...submittingStates({ ...profile, play: save }, "/update-user", "(busy)"),
];

const email = { element: <EmailCard /> };
const change = async ({ type, click }: UserActions): Promise<void> => {
  await type("New email", "anna@example.com");
  await click("button", "Change email");
};
const emails: readonly State[] = [
  { ...email, name: "confirmed", expectedText: "Confirmed" },
  { ...email, name: "unconfirmed", responses: as({ ...long, emailVerified: false }), expectedText: "Not confirmed" },
  { ...email, name: "asked", play: change, expectedText: "One more step" },
  {
    ...email,
    name: "same",
    responses: { "/change-email": errorResponse(400, "EMAIL_IS_THE_SAME") },
    play: change,
    expectedText: en.errors.EMAIL_IS_THE_SAME ?? "",
  },
  { ...email, name: "not-fresh", responses: { "/change-email": notFresh }, play: change, expectedText: "Is it you?" },
  ...submittingStates({ ...email, play: change }, "/change-email", "(busy)"),
];

const password = { element: <PasswordCard /> };
const renew = async ({ type, click }: UserActions): Promise<void> => {
  await type("Current password", "correct horse battery");
  await type("New password", "battery staple horse");
  await click("button", "Change password");
};
const passwords: readonly State[] = [
  { ...password, name: "empty", expectedText: "Sign out other devices" },
  {
    ...password,
    name: "refused",
    responses: { "/change-password": errorResponse(400, "INVALID_PASSWORD") },
    play: renew,
    expectedText: en.errors.INVALID_PASSWORD ?? "",
  },
  { ...password, name: "done", play: renew, expectedText: "Your password is changed" },
  ...submittingStates({ ...password, play: renew }, "/change-password", "(busy)"),
];

const linked = { element: <LinkedAccountsCard /> };
const connect = ({ click }: UserActions): Promise<void> => click("button", "Connect Google");
const disconnect = async ({ click }: UserActions): Promise<void> => {
  await click("button", "Disconnect GitHub");
  await click("button", "Disconnect");
};
const links: readonly State[] = [
  { ...linked, name: "filled", expectedText: "Not connected" },
  {
    ...linked,
    name: "last",
    responses: { "/list-accounts": ok(accounts.slice(0, 1)) },
    expectedText: "Email and password",
  },
  {
    ...linked,
    name: "question",
    play: ({ click }) => click("button", "Disconnect GitHub"),
    expectedText: "Disconnect GitHub?",
  },
  { ...linked, name: "leaving", responses: { "/link-social": pending }, play: connect, expectedText: "(busy)" },
  {
    ...linked,
    name: "refused",
    responses: { "/unlink-account": errorResponse(400, "FAILED_TO_UNLINK_LAST_ACCOUNT") },
    play: disconnect,
    expectedText: en.errors.FAILED_TO_UNLINK_LAST_ACCOUNT ?? "",
  },
  {
    ...linked,
    name: "back-refused",
    search: "?error=email_does_not_match",
    expectedText: "That account has another email",
  },
  ...loadingStates(linked, "/list-accounts", "Loading"),
];

const end = { element: <DeleteAccountCard /> };
const ask = ({ click }: UserActions): Promise<void> => click("button", "Delete account…");
const confirmEnd = async (hand: UserActions): Promise<void> => {
  await ask(hand);
  await hand.type("Password", "correct horse battery");
  await hand.click("button", "Delete for good");
};
const ends: readonly State[] = [
  { ...end, name: "resting", expectedText: "at once and for good" },
  { ...end, name: "question", play: ask, expectedText: "Delete your account?" },
  { ...end, name: "looking", responses: { "/list-accounts": pending }, play: ask, expectedText: "(busy)" },
  {
    ...end,
    name: "refused",
    responses: { "/delete-user": errorResponse(400, "INVALID_PASSWORD") },
    play: confirmEnd,
    expectedText: en.errors.INVALID_PASSWORD ?? "",
  },
  ...submittingStates({ ...end, play: confirmEnd }, "/delete-user", "(busy)"),
];

const devices = { element: <SessionList /> };
const list: readonly State[] = [
  { ...devices, name: "filled", expectedText: "Unknown device" },
  { ...devices, name: "one", responses: { "/list-sessions": ok([own]) }, expectedText: "This device" },
  {
    ...devices,
    name: "ended",
    play: ({ click }) => click("button", /^Sign out Safari/),
    expectedText: "That device is signed out.",
  },
  {
    ...devices,
    name: "question",
    play: ({ click }) => click("button", "Sign out all other devices"),
    expectedText: "Sign out all other devices?",
  },
  {
    ...devices,
    name: "ending",
    responses: { "/revoke-session": pending },
    play: ({ click }) => click("button", /^Sign out Safari/),
    expectedText: "(busy)",
  },
  { ...devices, name: "not-fresh", responses: { "/list-sessions": notFresh }, expectedText: "Is it you?" },
  ...loadingStates(devices, "/list-sessions", "Loading"),
];

const button = { element: <UserButton /> };
const open = ({ click }: UserActions): Promise<void> => click("button", "Account menu");
const buttons: readonly State[] = [
  { ...button, name: "closed", expectedText: "Account menu" },
  {
    ...button,
    name: "picture",
    responses: { "/get-session": ok(signedIn({ ...ann, image: picture })) },
    expectedText: "Account menu",
  },
  { ...button, name: "open", play: open, expectedText: "Administration" },
  { ...button, name: "long", responses: as(long), play: open, expectedText: long.email },
  {
    ...button,
    name: "offline",
    responses: { "/sign-out": offline },
    play: async (hand) => {
      await open(hand);
      await hand.click("menuitem", "Sign out");
    },
    expectedText: en.errors.NETWORK_ERROR ?? "",
  },
];

const proof = async (hand: UserActions): Promise<void> => {
  await change(hand);
  await hand.type("Password", "not the password");
  await hand.click("button", "Continue");
};
const proofs: readonly State[] = [
  {
    ...email,
    name: "password",
    responses: { "/change-email": notFresh },
    play: change,
    expectedText: "please enter your password once more",
  },
  {
    ...email,
    name: "refused",
    responses: { "/change-email": notFresh, "/verify-password": errorResponse(400, "INVALID_PASSWORD") },
    play: proof,
    expectedText: en.errors.INVALID_PASSWORD ?? "",
  },
  {
    ...email,
    name: "sending",
    responses: { "/change-email": notFresh, "/verify-password": pending },
    play: proof,
    expectedText: "(busy)",
  },
  {
    ...email,
    name: "provider",
    responses: { "/change-email": errorResponse(403, "SESSION_NOT_FRESH", { proof: ["provider"] }) },
    play: change,
    expectedText: "please sign in once more",
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
