/** Signing in and up, forgotten passwords, and where the links of mails lead. */

import {
  EmailVerified,
  ForgotPassword,
  RequireSession,
  ResetPassword,
  SignIn,
  SignUp,
  SocialButtons,
  VerifyEmailBanner,
} from "@latchkey/ui";
import type { Hand } from "../hand.ts";
import { offline, ok, pending, refused } from "../stand-in.ts";
import { type Gallery, reading, type State, sending } from "../state.ts";
import { as, signedOut } from "../world/everywhere.ts";
import { ann, bob, long, signedIn } from "../world/people.ts";

const password = "correct horse battery";

const signIn = { element: <SignIn />, answers: signedOut };
const fillSignIn = async ({ type, click }: Hand): Promise<void> => {
  await type("Email or user name", ann.email);
  await type("Password", password);
  await click("button", "Sign in");
};
const signInStates: readonly State[] = [
  { ...signIn, name: "empty", shows: "Welcome back." },
  { ...signIn, name: "missing", play: ({ click }) => click("button", "Sign in"), shows: "Please fill this in." },
  {
    ...signIn,
    name: "refused",
    answers: { ...signedOut, "/sign-in/email": refused(401, "INVALID_EMAIL_OR_PASSWORD") },
    play: fillSignIn,
    shows: "Email or password is not right.",
  },
  {
    ...signIn,
    name: "banned",
    answers: { ...signedOut, "/sign-in/email": refused(403, "BANNED_USER") },
    play: fillSignIn,
    shows: "This account is banned.",
  },
  {
    ...signIn,
    name: "password-shown",
    play: async ({ type, click }) => {
      await type("Password", password);
      await click("button", "Show password");
    },
    shows: "Hide password",
  },
  { ...signIn, name: "back-from-provider", search: "?error=access_denied", shows: "You did not go on there" },
  ...sending({ ...signIn, play: fillSignIn }, "/sign-in/email", "(busy)"),
];

const signUp = { element: <SignUp />, answers: signedOut };
const fillSignUp = async ({ type, click }: Hand): Promise<void> => {
  await type("Name", long.name);
  await type("Email", long.email);
  await type("Password", password);
  await click("button", "Create account");
};
const taken = refused(422, "USER_ALREADY_EXISTS");
const signUpStates: readonly State[] = [
  { ...signUp, name: "empty", shows: "It takes a minute." },
  { ...signUp, name: "missing", play: ({ click }) => click("button", "Create account"), shows: "Please fill this in." },
  {
    ...signUp,
    name: "refused",
    answers: { ...signedOut, "/sign-up/email": taken },
    play: fillSignUp,
    shows: "There is already an account with this email.",
  },
  {
    ...signUp,
    name: "check-mail",
    answers: { ...signedOut, "/sign-up/email": ok({ token: null, user: bob }) },
    play: fillSignUp,
    shows: "Almost there",
  },
  { ...signUp, name: "invited", element: <SignUp email={long.email} />, shows: long.email },
  ...sending({ ...signUp, play: fillSignUp }, "/sign-up/email", "(busy)"),
];

const many = <SocialButtons />;
const social: readonly State[] = [
  { name: "resting", element: many, answers: signedOut, shows: "Continue with GitHub" },
  {
    name: "leaving",
    element: many,
    answers: { ...signedOut, "/sign-in/social": pending },
    play: ({ click }) => click("button", "Continue with GitHub"),
    shows: "(busy)",
  },
  {
    name: "refused",
    element: many,
    answers: { ...signedOut, "/sign-in/social": refused(404, "PROVIDER_NOT_FOUND") },
    play: ({ click }) => click("button", "Continue with GitHub"),
    shows: "This way of signing in is not available here.",
  },
];

const forgot = { element: <ForgotPassword />, answers: signedOut };
const fillForgot = async ({ type, click }: Hand): Promise<void> => {
  await type("Email", long.email);
  await click("button", "Send the link");
};
const forgotten: readonly State[] = [
  { ...forgot, name: "empty", shows: "Tell us your email" },
  { ...forgot, name: "sent", play: fillForgot, shows: "If there is an account with" },
  ...sending({ ...forgot, play: fillForgot }, "/forget-password", "(busy)"),
];

const reset = { element: <ResetPassword />, answers: signedOut, search: "?token=t" };
const fillReset = async ({ type, click }: Hand): Promise<void> => {
  await type("New password", password);
  await click("button", "Set the password");
};
const resets: readonly State[] = [
  { ...reset, name: "empty", shows: "Choose one that you use nowhere else." },
  { ...reset, name: "broken-link", search: "?error=INVALID_TOKEN", shows: "This link is not good any more" },
  {
    ...reset,
    name: "too-short",
    answers: { ...signedOut, "/reset-password": refused(400, "PASSWORD_TOO_SHORT") },
    play: fillReset,
    shows: "This password is too short.",
  },
  { ...reset, name: "done", play: fillReset, shows: "Your password is set" },
  ...sending({ ...reset, play: fillReset }, "/reset-password", "(busy)"),
];

const verified: readonly State[] = [
  { name: "done", element: <EmailVerified />, shows: "is yours." },
  { name: "signed-out", element: <EmailVerified />, answers: signedOut, shows: "You can sign in now." },
  {
    name: "waiting",
    element: <EmailVerified />,
    answers: as({ ...long, emailVerified: false }),
    shows: "Open the link in our mail",
  },
  { name: "changing", element: <EmailVerified />, search: "?for=change", shows: "Thank you, that is noted" },
  {
    name: "expired",
    element: <EmailVerified />,
    answers: signedOut,
    search: "?error=token_expired",
    shows: "This link is too old.",
  },
  {
    name: "of-another",
    element: <EmailVerified />,
    search: "?error=unauthorized",
    shows: "This link belongs to another account",
  },
];

const unproven = as({ ...long, emailVerified: false });
const banner = { element: <VerifyEmailBanner />, answers: unproven };
const send = ({ click }: Hand): Promise<void> => click("button", "Send a new mail");
const banners: readonly State[] = [
  { ...banner, name: "asking", shows: "Please confirm that" },
  { ...banner, name: "sent", play: send, shows: "A mail is on its way to" },
  {
    ...banner,
    name: "sending",
    answers: { ...unproven, "/send-verification-email": pending },
    play: send,
    shows: "(busy)",
  },
  {
    ...banner,
    name: "too-often",
    answers: { ...unproven, "/send-verification-email": refused(429, "TOO_MANY_REQUESTS") },
    play: send,
    shows: "That was too often.",
  },
  { ...banner, name: "refused-link", search: "?error=token_expired", shows: "This link is too old." },
];

const gate = { element: <RequireSession>For members alone.</RequireSession> };
const gates: readonly State[] = [
  { ...gate, name: "signed-in", answers: { "/get-session": ok(signedIn()) }, shows: "For members alone." },
  {
    ...gate,
    name: "signed-out",
    element: <RequireSession fallback={<p>Please sign in.</p>}>no</RequireSession>,
    answers: signedOut,
    shows: "Please sign in.",
  },
  ...reading(gate, "/get-session", "Loading").filter(({ name }) => name !== "too-often"),
  { ...gate, name: "unreachable", answers: { "/get-session": offline }, shows: "Try again" },
];

export const entrance: Gallery = {
  SignIn: signInStates,
  SignUp: signUpStates,
  SocialButtons: social,
  ForgotPassword: forgotten,
  ResetPassword: resets,
  EmailVerified: verified,
  VerifyEmailBanner: banners,
  RequireSession: gates,
};
