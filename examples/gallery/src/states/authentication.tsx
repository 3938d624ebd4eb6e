/** States of sign-in, sign-up, password reset, and the pages that email links lead to. */

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
import { as, signedOut } from "../fixtures/default-responses.ts";
import { ann, bob, long, signedIn } from "../fixtures/users.ts";
import { errorResponse, offline, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const password = "correct horse battery";

const signIn = { element: <SignIn />, responses: signedOut };
const fillSignIn = async ({ type, click }: UserActions): Promise<void> => {
  await type("Email or user name", ann.email);
  await type("Password", password);
  await click("button", "Sign in");
};
const signInStates: readonly State[] = [
  { ...signIn, name: "empty", expectedText: "Welcome back." },
  {
    ...signIn,
    name: "missing",
    play: ({ click }) => click("button", "Sign in"),
    expectedText: "This field is required.",
  },
  {
    ...signIn,
    name: "refused",
    responses: { ...signedOut, "/sign-in/email": errorResponse(401, "INVALID_EMAIL_OR_PASSWORD") },
    play: fillSignIn,
    expectedText: "Email or password is not right.",
  },
  {
    ...signIn,
    name: "banned",
    responses: { ...signedOut, "/sign-in/email": errorResponse(403, "BANNED_USER") },
    play: fillSignIn,
    expectedText: "This account is banned.",
  },
  {
    ...signIn,
    name: "password-shown",
    play: async ({ type, click }) => {
      await type("Password", password);
      await click("button", "Show password");
    },
    expectedText: "Hide password",
  },
  { ...signIn, name: "back-from-provider", search: "?error=access_denied", expectedText: "You did not go on there" },
  ...submittingStates({ ...signIn, play: fillSignIn }, "/sign-in/email", "(busy)"),
];

const signUp = { element: <SignUp />, responses: signedOut };
const fillSignUp = async ({ type, click }: UserActions): Promise<void> => {
  await type("Name", long.name);
  await type("Email", long.email);
  await type("Password", password);
  await click("button", "Create account");
};
const taken = errorResponse(422, "USER_ALREADY_EXISTS");
const signUpStates: readonly State[] = [
  { ...signUp, name: "empty", expectedText: "It takes a minute." },
  {
    ...signUp,
    name: "missing",
    play: ({ click }) => click("button", "Create account"),
    expectedText: "This field is required.",
  },
  {
    ...signUp,
    name: "refused",
    responses: { ...signedOut, "/sign-up/email": taken },
    play: fillSignUp,
    expectedText: "There is already an account with this email.",
  },
  {
    ...signUp,
    name: "check-mail",
    responses: { ...signedOut, "/sign-up/email": ok({ token: null, user: bob }) },
    play: fillSignUp,
    expectedText: "Almost there",
  },
  { ...signUp, name: "invited", element: <SignUp email={long.email} />, expectedText: long.email },
  ...submittingStates({ ...signUp, play: fillSignUp }, "/sign-up/email", "(busy)"),
];

const many = <SocialButtons />;
const social: readonly State[] = [
  { name: "resting", element: many, responses: signedOut, expectedText: "Continue with GitHub" },
  {
    name: "leaving",
    element: many,
    responses: { ...signedOut, "/sign-in/social": pending },
    play: ({ click }) => click("button", "Continue with GitHub"),
    expectedText: "(busy)",
  },
  {
    name: "refused",
    element: many,
    responses: { ...signedOut, "/sign-in/social": errorResponse(404, "PROVIDER_NOT_FOUND") },
    play: ({ click }) => click("button", "Continue with GitHub"),
    expectedText: "This way of signing in is not available here.",
  },
];

const forgot = { element: <ForgotPassword />, responses: signedOut };
const fillForgot = async ({ type, click }: UserActions): Promise<void> => {
  await type("Email", long.email);
  await click("button", "Send the link");
};
const forgotten: readonly State[] = [
  { ...forgot, name: "empty", expectedText: "Tell us your email" },
  { ...forgot, name: "sent", play: fillForgot, expectedText: "If there is an account with" },
  ...submittingStates({ ...forgot, play: fillForgot }, "/forget-password", "(busy)"),
];

const reset = { element: <ResetPassword />, responses: signedOut, search: "?token=t" };
const fillReset = async ({ type, click }: UserActions): Promise<void> => {
  await type("New password", password);
  await click("button", "Set the password");
};
const resets: readonly State[] = [
  { ...reset, name: "empty", expectedText: "Choose one that you use nowhere else." },
  { ...reset, name: "broken-link", search: "?error=INVALID_TOKEN", expectedText: "This link is not good any more" },
  {
    ...reset,
    name: "too-short",
    responses: { ...signedOut, "/reset-password": errorResponse(400, "PASSWORD_TOO_SHORT") },
    play: fillReset,
    expectedText: "This password is too short.",
  },
  { ...reset, name: "done", play: fillReset, expectedText: "Your password is set" },
  ...submittingStates({ ...reset, play: fillReset }, "/reset-password", "(busy)"),
];

const verified: readonly State[] = [
  { name: "done", element: <EmailVerified />, expectedText: "is yours." },
  { name: "signed-out", element: <EmailVerified />, responses: signedOut, expectedText: "You can sign in now." },
  {
    name: "waiting",
    element: <EmailVerified />,
    responses: as({ ...long, emailVerified: false }),
    expectedText: "Open the link in our mail",
  },
  { name: "changing", element: <EmailVerified />, search: "?for=change", expectedText: "Thank you, that is noted" },
  {
    name: "expired",
    element: <EmailVerified />,
    responses: signedOut,
    search: "?error=token_expired",
    expectedText: "This link is too old.",
  },
  {
    name: "of-another",
    element: <EmailVerified />,
    search: "?error=unauthorized",
    expectedText: "This link belongs to another account",
  },
];

const unverified = as({ ...long, emailVerified: false });
const banner = { element: <VerifyEmailBanner />, responses: unverified };
const send = ({ click }: UserActions): Promise<void> => click("button", "Send a new mail");
const banners: readonly State[] = [
  { ...banner, name: "asking", expectedText: "Please confirm that" },
  { ...banner, name: "sent", play: send, expectedText: "A mail is on its way to" },
  {
    ...banner,
    name: "sending",
    responses: { ...unverified, "/send-verification-email": pending },
    play: send,
    expectedText: "(busy)",
  },
  {
    ...banner,
    name: "too-often",
    responses: { ...unverified, "/send-verification-email": errorResponse(429, "TOO_MANY_REQUESTS") },
    play: send,
    expectedText: "That was too often.",
  },
  { ...banner, name: "refused-link", search: "?error=token_expired", expectedText: "This link is too old." },
];

const gate = { element: <RequireSession>For members alone.</RequireSession> };
const gates: readonly State[] = [
  { ...gate, name: "signed-in", responses: { "/get-session": ok(signedIn()) }, expectedText: "For members alone." },
  {
    ...gate,
    name: "signed-out",
    element: <RequireSession fallback={<p>Please sign in.</p>}>no</RequireSession>,
    responses: signedOut,
    expectedText: "Please sign in.",
  },
  ...loadingStates(gate, "/get-session", "Loading").filter(({ name }) => name !== "too-often"),
  { ...gate, name: "unreachable", responses: { "/get-session": offline }, expectedText: "Try again" },
];

export const authentication: Gallery = {
  SignIn: signInStates,
  SignUp: signUpStates,
  SocialButtons: social,
  ForgotPassword: forgotten,
  ResetPassword: resets,
  EmailVerified: verified,
  VerifyEmailBanner: banners,
  RequireSession: gates,
};
