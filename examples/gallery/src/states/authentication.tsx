/** States of sign-in, sign-up, password reset, and the pages that email links lead to. */

import {
  AccountDeleted,
  Auth,
  AuthError,
  EmailVerified,
  en,
  ForgotPassword,
  fill,
  fillCount,
  NewPasswordField,
  RequireSession,
  ResetPassword,
  Screen,
  SignIn,
  SignUp,
  SocialButtons,
  VerifyEmailBanner,
} from "@latchkey/ui";
import { usernameEn } from "@latchkey/ui/username";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { as, signedOut } from "../fixtures/default-responses.ts";
import { ann, bob, daysFromNow, long, signedIn } from "../fixtures/users.ts";
import { errorResponse, offline, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const password = "correct horse battery";

const text = (code: string): string => en.errors[code] ?? code;
const logo = <b>Acme</b>;
const banned = errorResponse(403, "BANNED_USER", {
  banReason: "Spam in the forum",
  banExpires: daysFromNow(30),
});
const ids = ["github", "google", "discord", "gitlab", "apple", "microsoft", "linkedin"];
const providersOf = (list: readonly string[]) => list.map((id) => ({ id, name: null, signUp: true }));
const { signIn: ways, signUp: joining } = capabilities;
const manyProviders = { ...signedOut, ...withCapabilities({ signIn: { ...ways, providers: providersOf(ids) } }) };
const passwordsOnly = { ...signedOut, ...withCapabilities({ signIn: { ...ways, providers: [] } }) };
const providersOnly = {
  ...signedOut,
  ...withCapabilities({
    signIn: { ...ways, password: false, username: false },
    signUp: { ...joining, ways: ["provider"] },
  }),
};
const nothingOffered = {
  ...signedOut,
  ...withCapabilities({
    signIn: { ...ways, password: false, username: false, providers: [] },
    signUp: { open: false, ways: [], fields: [] },
  }),
};
const appFields = {
  ...signedOut,
  ...withCapabilities({
    signUp: {
      ...joining,
      fields: [
        { name: "companyName", type: "string", required: true },
        { name: "seats", type: "number", required: false },
        { name: "startsOn", type: "date", required: false },
        { name: "newsletter", type: "boolean", required: false },
      ],
    },
  }),
};

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
  ...submittingStates({ ...signIn, play: fillSignIn }, "/sign-in/email", "(busy)"),
];

const signUp = { element: <SignUp />, responses: signedOut };
const fillSignUp = async ({ type, click }: UserActions): Promise<void> => {
  await type(en.name, long.name);
  await type(en.email, long.email);
  await type(en.password, password);
  await click("button", en.signUp.submit);
};
const taken = errorResponse(422, "USER_ALREADY_EXISTS");
const signUpStates: readonly State[] = [
  { ...signUp, name: "empty", expectedText: en.signUp.subtitle },
  {
    ...signUp,
    name: "missing",
    play: ({ click }) => click("button", en.signUp.submit),
    expectedText: en.required,
  },
  {
    ...signUp,
    name: "refused",
    responses: { ...signedOut, "/sign-up/email": taken },
    play: fillSignUp,
    expectedText: text("USER_ALREADY_EXISTS"),
  },
  {
    ...signUp,
    name: "check-mail",
    responses: { ...signedOut, "/sign-up/email": ok({ token: null, user: bob }) },
    play: fillSignUp,
    expectedText: en.signUp.checkMail,
  },
  { ...signUp, name: "invited", element: <SignUp email={long.email} />, expectedText: long.email },
  {
    ...signUp,
    name: "password-too-short",
    play: ({ type }) => type(en.password, "short"),
    expectedText: fillCount(en, en.signUp.passwordShort, 3),
  },
  { ...signUp, name: "app-fields", responses: appFields, expectedText: "Company name" },
  { ...signUp, name: "providers-only", responses: providersOnly, expectedText: "Continue with GitHub" },
  { ...signUp, name: "closed", responses: nothingOffered, expectedText: en.signUp.closedTitle },
  ...submittingStates({ ...signUp, play: fillSignUp }, "/sign-up/email", "(busy)"),
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

const forgot = { element: <ForgotPassword />, responses: signedOut };
const fillForgot = async ({ type, click }: UserActions): Promise<void> => {
  await type(en.email, long.email);
  await click("button", en.forgotPassword.submit);
};
const forgotten: readonly State[] = [
  {
    ...forgot,
    name: "off",
    responses: { ...signedOut, ...withCapabilities({ password: null }) },
    expectedText: text("RESET_PASSWORD_DISABLED"),
  },
  { ...forgot, name: "empty", expectedText: en.forgotPassword.subtitle },
  { ...forgot, name: "sent", play: fillForgot, expectedText: fill(en.forgotPassword.sent, { email: long.email }) },
  ...submittingStates({ ...forgot, play: fillForgot }, "/forget-password", "(busy)"),
];

const reset = { element: <ResetPassword />, responses: signedOut, search: "?token=t" };
const fillReset = async ({ type, click }: UserActions): Promise<void> => {
  await type(en.newPassword, password);
  await click("button", en.resetPassword.submit);
};
const resets: readonly State[] = [
  { ...reset, name: "empty", expectedText: en.resetPassword.subtitle },
  { ...reset, name: "broken-link", search: "?error=INVALID_TOKEN", expectedText: en.resetPassword.invalidTitle },
  {
    ...reset,
    name: "too-short",
    responses: { ...signedOut, "/reset-password": errorResponse(400, "PASSWORD_TOO_SHORT") },
    play: fillReset,
    expectedText: text("PASSWORD_TOO_SHORT"),
  },
  { ...reset, name: "done", play: fillReset, expectedText: en.resetPassword.doneTitle },
  ...submittingStates({ ...reset, play: fillReset }, "/reset-password", "(busy)"),
];

const verify = { element: <EmailVerified />, search: "?for=verify" };
const verified: readonly State[] = [
  { ...verify, name: "done", expectedText: fill(en.emailVerified.textFor, { email: ann.email }) },
  { ...verify, name: "signed-out", responses: signedOut, expectedText: en.emailVerified.text },
  { ...verify, name: "already", search: "", expectedText: fill(en.emailVerified.textFor, { email: ann.email }) },
  {
    ...verify,
    name: "opened-without-link",
    search: "",
    responses: signedOut,
    expectedText: en.emailVerified.openTextSignedOut,
  },
  {
    ...verify,
    name: "waiting",
    responses: as({ ...long, emailVerified: false }),
    expectedText: en.emailVerified.openTitle,
  },
  { ...verify, name: "changing", search: "?for=change", expectedText: en.emailVerified.changeTitle },
  {
    ...verify,
    name: "expired",
    responses: signedOut,
    search: "?error=token_expired",
    expectedText: text("token_expired"),
  },
  { ...verify, name: "of-another", search: "?error=unauthorized", expectedText: text("unauthorized") },
  {
    ...verify,
    name: "of-deleted",
    responses: signedOut,
    search: "?error=user_not_found",
    expectedText: text("user_not_found"),
  },
  { ...verify, name: "loading", responses: { "/get-session": pending }, expectedText: en.loading },
];

const problem = { element: <AuthError />, responses: signedOut };
const errors: readonly State[] = [
  { ...problem, name: "canceled", search: "?error=access_denied", expectedText: "access_denied" },
  {
    ...problem,
    name: "already-linked",
    responses: {},
    search: "?error=account_already_linked_to_different_user",
    expectedText: en.continue,
  },
  { ...problem, name: "banned", search: "?error=BANNED_USER", expectedText: en.banned.title },
  { ...problem, name: "unknown", search: "?error=odd", expectedText: en.social.errors.unknown },
];
const deleted: readonly State[] = [
  { name: "done", element: <AccountDeleted />, responses: signedOut, expectedText: en.accountDeleted.title },
  { name: "still-there", element: <AccountDeleted />, expectedText: en.accountDeleted.notTitle },
];
const family: readonly State[] = [
  { name: "sign-in", element: <Auth path="/sign-in" />, responses: signedOut, expectedText: en.signIn.title },
  { name: "sign-up", element: <Auth path="/sign-up" />, responses: signedOut, expectedText: en.signUp.title },
  { name: "other-path", element: <Auth path="/" fallback={<p>Not found.</p>} />, expectedText: "Not found." },
];
const newPassword = (error?: string) => (
  <Screen>
    <NewPasswordField label={en.newPassword} name="newPassword" error={error} />
  </Screen>
);
const field = { element: newPassword() };
const passwords: readonly State[] = [
  { ...field, name: "empty", expectedText: fillCount(en, en.signUp.passwordHint, 8) },
  {
    ...field,
    name: "too-short",
    play: ({ type }) => type(en.newPassword, "short"),
    expectedText: fillCount(en, en.signUp.passwordShort, 3),
  },
  { ...field, name: "fits", play: ({ type }) => type(en.newPassword, password), expectedText: en.signUp.passwordFits },
  {
    ...field,
    name: "refused",
    element: newPassword(text("PASSWORD_TOO_OBVIOUS")),
    expectedText: text("PASSWORD_TOO_OBVIOUS"),
  },
];

const unverified = as({ ...long, emailVerified: false });
const banner = { element: <VerifyEmailBanner />, responses: unverified };
const send = ({ click }: UserActions): Promise<void> => click("button", en.verifyEmail.resend);
const banners: readonly State[] = [
  { ...banner, name: "asking", expectedText: fill(en.verifyEmail.text, { email: long.email }) },
  { ...banner, name: "sent", play: send, expectedText: fill(en.verifyEmail.sent, { email: long.email }) },
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
    expectedText: text("TOO_MANY_REQUESTS"),
  },
  { ...banner, name: "refused-link", search: "?error=token_expired", expectedText: text("token_expired") },
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
  ...loadingStates(gate, "/get-session", en.loading).filter(({ name }) => name !== "too-often"),
  { ...gate, name: "unreachable", responses: { "/get-session": offline }, expectedText: en.tryAgain },
];

export const authentication: Gallery = {
  Auth: family,
  AuthError: errors,
  AccountDeleted: deleted,
  NewPasswordField: passwords,
  SignIn: signInStates,
  SignUp: signUpStates,
  SocialButtons: social,
  ForgotPassword: forgotten,
  ResetPassword: resets,
  EmailVerified: verified,
  VerifyEmailBanner: banners,
  RequireSession: gates,
};
