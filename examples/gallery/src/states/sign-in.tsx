/** States of the sign-in page and the provider buttons. */

import { en, SignIn, SocialButtons } from "@latchkey/ui";
import { usernameEn } from "@latchkey/ui/username";
import { signedOut } from "../fixtures/default-responses.ts";
import { ann, daysFromNow, long } from "../fixtures/users.ts";
import { errorResponse, offline, ok, pending } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import {
  banned,
  logo,
  manyProviders,
  nothingOffered,
  password,
  passwordsOnly,
  providersOnly,
  text,
} from "./authentication-parts.tsx";

const signIn = { element: <SignIn />, responses: signedOut };
const fillSignIn = async ({ type, click }: UserActions): Promise<void> => {
  await type(usernameEn.emailOrUsername, ann.email);
  await type(en.password, password);
  await click("button", en.signIn.submit);
};
const signInStates: readonly State[] = [
  { ...signIn, name: "empty", expectedText: en.signIn.subtitle },
  {
    ...signIn,
    name: "missing",
    play: ({ click }) => click("button", en.signIn.submit),
    expectedText: en.required,
  },
  {
    ...signIn,
    name: "refused",
    responses: { ...signedOut, "/sign-in/email": errorResponse(401, "INVALID_EMAIL_OR_PASSWORD") },
    play: fillSignIn,
    expectedText: text("INVALID_EMAIL_OR_PASSWORD"),
  },
  {
    ...signIn,
    name: "banned",
    responses: { ...signedOut, "/sign-in/email": banned },
    play: fillSignIn,
    expectedText: "Spam in the forum",
  },
  {
    ...signIn,
    name: "session-ended-by-ban",
    responses: { ...signedOut, "/ban-notice": ok({ banReason: "Spam in the forum", banExpires: daysFromNow(7) }) },
    expectedText: en.banned.title,
  },
  {
    ...signIn,
    name: "password-shown",
    play: async ({ type, click }) => {
      await type(en.password, password);
      await click("button", en.showPassword);
    },
    expectedText: en.hidePassword,
  },
  {
    ...signIn,
    name: "back-from-provider",
    search: "?error=access_denied",
    expectedText: en.social.errors.access_denied ?? "",
  },
  { ...signIn, name: "remember-me", element: <SignIn rememberMe="ask" />, expectedText: en.signIn.remember },
  { ...signIn, name: "email-first", element: <SignIn flow="identifier" />, expectedText: en.continue },
  {
    ...signIn,
    name: "email-second-step",
    element: <SignIn flow="identifier" />,
    play: async ({ type, click }) => {
      await type(usernameEn.emailOrUsername, long.email);
      await click("button", en.continue);
    },
    expectedText: en.signIn.change,
  },
  {
    ...signIn,
    name: "not-verified",
    responses: { ...signedOut, "/sign-in/email": errorResponse(403, "EMAIL_NOT_VERIFIED") },
    play: fillSignIn,
    expectedText: en.verifyEmail.resend,
  },
  {
    ...signIn,
    name: "last-used",
    prepare: () => localStorage.setItem("latchkey.last-used", "google"),
    expectedText: en.signIn.lastUsed,
  },
  { ...signIn, name: "many-providers", responses: manyProviders, expectedText: "Continue with Discord" },
  {
    ...signIn,
    name: "grid",
    element: <SignIn appearance={{ social: "grid" }} />,
    responses: manyProviders,
    expectedText: "Continue with Discord",
  },
  { ...signIn, name: "passwords-only", responses: passwordsOnly, expectedText: en.signIn.submit },
  { ...signIn, name: "providers-only", responses: providersOnly, expectedText: "Continue with GitHub" },
  { ...signIn, name: "unavailable", responses: nothingOffered, expectedText: en.signIn.unavailable },
  {
    ...signIn,
    name: "unavailable-with-support",
    responses: nothingOffered,
    provider: { supportContact: "help@example.com" },
    expectedText: en.signIn.unavailable,
  },
  { ...signIn, name: "loading", responses: { ...signedOut, "/capabilities": pending }, expectedText: en.loading },
  { ...signIn, name: "plain", element: <SignIn appearance={{ layout: "plain", logo }} />, expectedText: "Acme" },
  {
    ...signIn,
    name: "split",
    element: (
      <SignIn
        appearance={{
          layout: "split",
          logo,
          brandPanel: <p style={{ placeSelf: "center" }}>Everything your team needs.</p>,
        }}
      />
    ),
    expectedText: en.signIn.subtitle,
    wide: true,
  },
  {
    ...signIn,
    name: "no-connection",
    responses: { ...signedOut, "/sign-in/email": offline },
    isOffline: true,
    play: fillSignIn,
    expectedText: en.noConnection,
  },
  ...submittingStates({ ...signIn, play: fillSignIn }, "/sign-in/email", "(busy)"),
];

const many = <SocialButtons />;
const social: readonly State[] = [
  { name: "icons", element: many, responses: manyProviders, expectedText: "Continue with Discord" },
  {
    name: "last-used",
    element: many,
    responses: manyProviders,
    prepare: () => localStorage.setItem("latchkey.last-used", "gitlab"),
    expectedText: en.signIn.lastUsed,
  },
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
    expectedText: text("PROVIDER_NOT_FOUND"),
  },
];

export const signInGallery: Gallery = { SignIn: signInStates, SocialButtons: social };
