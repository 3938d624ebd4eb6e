/** States of signing in with passkeys, codes, links, and phone numbers, as a guest, and to several accounts. */

import { Account, en, fill, SignIn, SignUp, UserButton } from "@latchkey/ui";
import { anonymousEn, SaveAccount } from "@latchkey/ui/anonymous";
import { emailOtpEn } from "@latchkey/ui/email-otp";
import { MagicLinkPage, magicLinkEn } from "@latchkey/ui/magic-link";
import { multiSessionEn } from "@latchkey/ui/multi-session";
import { PasskeyNudge, passkeyEn } from "@latchkey/ui/passkey";
import { phoneNumberEn } from "@latchkey/ui/phone-number";
import { TwoFactorStep } from "@latchkey/ui/two-factor";
import { usernameEn } from "@latchkey/ui/username";
import { as, signedOut } from "../fixtures/default-responses.ts";
import {
  createPasskeys,
  entrance,
  everyMethod,
  guest,
  knowGoogle,
  knowPasskeys,
  oneTap,
  otherAccounts,
  passkeyBackupCodes,
  refusePasskeys,
  waitingFor,
  withBackupCodes,
  withoutPasswords,
} from "../fixtures/passwordless.ts";
import { ann, long } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const phone = phoneNumberEn.signIn;
const signIn = { element: <SignIn />, responses: entrance, prepare: () => knowPasskeys() };
const passwordless = { ...signIn, responses: { ...entrance, ...withoutPasswords } };
const askFor =
  (label: string, email: string = ann.email) =>
  async ({ type, click }: UserActions): Promise<void> => {
    await type(usernameEn.emailOrUsername, email);
    await click("button", label);
  };
const enterCode =
  (label: string) =>
  async (hand: UserActions): Promise<void> => {
    await askFor(label)(hand);
    await hand.type(en.codeStep.code, "123456");
  };
const askForText = async ({ type, click, choose }: UserActions): Promise<void> => {
  await click("button", phone.button);
  await choose(phone.country, "US");
  await type(phone.number, "2015550123");
  await click("button", phone.submit);
};
const resend = fill(en.codeStep.resendIn, { seconds: "30" }).replace("30 s", "");

const methods: readonly State[] = [
  { ...signIn, name: "every-method", expectedText: anonymousEn.signIn },
  { ...passwordless, name: "without-passwords", expectedText: en.continue },
  {
    ...signIn,
    name: "email-first",
    element: <SignIn flow="identifier" />,
    play: async ({ type, click }) => {
      await type(usernameEn.emailOrUsername, ann.email);
      await click("button", en.continue);
    },
    expectedText: emailOtpEn.signIn,
  },
  {
    ...signIn,
    name: "last-used-passkey",
    prepare: () => {
      knowPasskeys();
      localStorage.setItem("latchkey.last-used", "passkey");
    },
    expectedText: en.signIn.lastUsed,
  },
];

const codes: readonly State[] = [
  {
    ...signIn,
    name: "email",
    play: ({ click }) => click("button", emailOtpEn.signIn),
    expectedText: en.signIn.usePassword,
  },
  { ...signIn, name: "code", play: askFor(emailOtpEn.signIn), expectedText: resend },
  { ...signIn, name: "long", play: askFor(emailOtpEn.signIn, long.email), expectedText: long.email },
  {
    ...signIn,
    name: "wrong",
    responses: { ...entrance, "/sign-in/email-otp": errorResponse(400, "INVALID_OTP") },
    play: enterCode(emailOtpEn.signIn),
    expectedText: emailOtpEn.errors.INVALID_OTP ?? "",
  },
  ...submittingStates({ ...signIn, play: enterCode(emailOtpEn.signIn) }, "/sign-in/email-otp", "(busy)"),
];

const links: readonly State[] = [
  { ...signIn, name: "sent", play: askFor(magicLinkEn.signIn), expectedText: magicLinkEn.sentTitle },
];

const page = { element: <MagicLinkPage />, responses: { ...signedOut, ...everyMethod } };
const link = "?token=secret&email=a…n@example.com";
const pages: readonly State[] = [
  { ...page, name: "confirm", search: link, expectedText: magicLinkEn.confirm.title },
  {
    ...page,
    name: "other-account",
    search: link,
    responses: { ...everyMethod, ...as(long) },
    expectedText: long.email,
  },
  { ...page, name: "invalid", search: "?error=INVALID_TOKEN", expectedText: magicLinkEn.confirm.again },
  {
    ...page,
    name: "no-account",
    search: "?error=new_user_signup_disabled",
    expectedText: magicLinkEn.errors.new_user_signup_disabled ?? "",
  },
  ...submittingStates(
    { ...page, search: link, play: ({ click }) => click("button", magicLinkEn.confirm.submit) },
    "/magic-link/verify",
    "(busy)",
  ),
];

const phones: readonly State[] = [
  { ...signIn, name: "number", play: ({ click }) => click("button", phone.button), expectedText: phone.text },
  {
    ...signIn,
    name: "refused",
    responses: { ...entrance, "/phone-number/send-otp": errorResponse(400, "INVALID_PHONE_NUMBER") },
    play: askForText,
    expectedText: phoneNumberEn.errors.INVALID_PHONE_NUMBER ?? "",
  },
  { ...signIn, name: "code", play: askForText, expectedText: phone.codeTitle },
  ...submittingStates({ ...signIn, play: askForText }, "/phone-number/send-otp", "(busy)"),
];

const signUp = { element: <SignUp />, responses: entrance, prepare: () => knowPasskeys() };
const toPasskey = ({ click }: UserActions): Promise<void> => click("button", passkeyEn.signUp.button);
const signUps: readonly State[] = [
  { ...signUp, name: "every-method", expectedText: passkeyEn.signUp.button },
  { ...signUp, name: "without-passwords", responses: { ...entrance, ...withoutPasswords }, expectedText: en.name },
  { ...signUp, name: "passkey", play: toPasskey, expectedText: passkeyEn.signUp.text },
  {
    ...signUp,
    name: "passkey-sending",
    responses: { ...entrance, "/passkey/generate-sign-up-options": pending },
    play: async (hand) => {
      await toPasskey(hand);
      await hand.type(en.name, ann.name);
      await hand.type(en.email, ann.email);
      await hand.click("button", passkeyEn.signUp.submit);
    },
    expectedText: "(busy)",
  },
];

const withNewCodes = {
  "/passkey/generate-sign-up-options": ok({ challenge: "AA", rp: { id: "localhost" }, user: { id: "AA" } }),
  "/passkey/verify-registration": ok({ token: "t", backupCodes: passkeyBackupCodes }),
};
const backupCodes: readonly State[] = [
  {
    ...signUp,
    name: "backup-codes",
    responses: { ...entrance, ...withBackupCodes, ...withNewCodes },
    prepare: createPasskeys,
    play: async (hand) => {
      await toPasskey(hand);
      await hand.type(en.name, ann.name);
      await hand.click("button", passkeyEn.signUp.submit);
    },
    expectedText: passkeyEn.backupCodes.saveFirst,
  },
];

const passkeys: readonly State[] = [
  {
    ...signIn,
    name: "canceled",
    responses: { ...entrance, ...refusePasskeys },
    play: ({ click }) => click("button", passkeyEn.signIn.button),
    expectedText: passkeyEn.errors.AUTH_CANCELLED ?? "",
  },
  {
    ...signIn,
    name: "waiting",
    responses: { ...entrance, "/passkey/generate-authenticate-options": pending },
    play: ({ click }) => click("button", passkeyEn.signIn.button),
    expectedText: "(busy)",
  },
];

const recovering = { ...signIn, responses: { ...entrance, ...withBackupCodes } };
const useCode = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", passkeyEn.recovery.button);
  await type(passkeyEn.recovery.code, "7K3QX-9VZ2M-4TB8C-HN5RD-W6JPA");
};
const recoveries: readonly State[] = [
  { ...recovering, name: "recovery", play: useCode, expectedText: passkeyEn.recovery.title },
  {
    ...recovering,
    name: "recovery-refused",
    responses: {
      ...recovering.responses,
      "/passkey/generate-recovery-options": errorResponse(401, "INVALID_BACKUP_CODE"),
    },
    play: async (hand) => {
      await useCode(hand);
      await hand.click("button", passkeyEn.recovery.submit);
    },
    expectedText: passkeyEn.errors.INVALID_BACKUP_CODE ?? "",
  },
];

const nudge: State = {
  name: "asking",
  element: <PasskeyNudge onDone={() => {}} />,
  prepare: () => knowPasskeys(),
  responses: { ...everyMethod, "/account-state": ok({ hasPassword: true, pendingEmail: null, passkeys: 0 }) },
  expectedText: passkeyEn.nudge.later,
};

const secondStep = { element: <TwoFactorStep />, prepare: () => knowPasskeys() };
const secondFactor: readonly State[] = [
  {
    ...secondStep,
    name: "passkey",
    responses: { ...signedOut, ...everyMethod, "/two-factor/pending": waitingFor(["passkey", "totp", "otp"]) },
    expectedText: passkeyEn.secondFactor.submit,
  },
  {
    ...secondStep,
    name: "passkey-only",
    responses: { ...signedOut, ...everyMethod, "/two-factor/pending": waitingFor(["passkey"]) },
    expectedText: passkeyEn.secondFactor.text,
  },
];

const accounts = { "/multi-session/list-device-sessions": ok(otherAccounts) };
const openMenu = ({ click }: UserActions): Promise<void> => click("button", en.userButton.open);
const switcher = { element: <UserButton />, responses: { ...everyMethod, ...accounts } };
const switchers: readonly State[] = [
  { ...switcher, name: "accounts", play: openMenu, expectedText: multiSessionEn.signOutAll },
  {
    ...switcher,
    name: "one-account",
    responses: { ...everyMethod, "/multi-session/list-device-sessions": ok([]) },
    play: openMenu,
    expectedText: multiSessionEn.add,
  },
  {
    ...switcher,
    name: "signed-out-elsewhere",
    responses: { ...switcher.responses, "/multi-session/set-active": errorResponse(401, "INVALID_SESSION_TOKEN") },
    play: async (hand) => {
      await openMenu(hand);
      await hand.click("menuitem", /cleo@example\.com/);
    },
    expectedText: multiSessionEn.errors.INVALID_SESSION_TOKEN ?? "",
  },
  { ...signIn, name: "choose", responses: { ...entrance, ...accounts }, expectedText: long.email },
];

const asGuest = {
  ...everyMethod,
  ...as(guest),
  "/account-state": ok({ hasPassword: false, pendingEmail: null, canCreateOrganization: false, soleOwnerOf: [] }),
  "/multi-session/list-device-sessions": ok([]),
};
const banners: readonly State[] = [
  { name: "guest", element: <SaveAccount />, responses: asGuest, expectedText: anonymousEn.banner.text, wide: true },
];
const guests: readonly State[] = [
  ...submittingStates(
    { ...signIn, play: ({ click }) => click("button", anonymousEn.signIn) },
    "/sign-in/anonymous",
    "(busy)",
  ),
  {
    name: "sign-up",
    element: <SignUp />,
    responses: asGuest,
    prepare: () => knowPasskeys(),
    expectedText: en.signUp.title,
  },
  { name: "account", element: <Account />, responses: asGuest, expectedText: en.profile.subtitle, wide: true },
  {
    name: "security",
    element: <Account />,
    responses: asGuest,
    search: "#security",
    expectedText: en.security.subtitle,
    wide: true,
  },
  {
    name: "sign-out",
    element: <UserButton />,
    responses: asGuest,
    play: async (hand) => {
      await openMenu(hand);
      await hand.click("menuitem", en.signOut);
    },
    expectedText: anonymousEn.signOut.title,
  },
];

const google = {
  ...signIn,
  prepare: () => {
    knowPasskeys();
    knowGoogle();
  },
};
const nonce = { ...entrance, ...oneTap, "/one-tap/nonce": ok({ nonce: "n" }) };
const oneTaps: readonly State[] = [
  {
    ...google,
    name: "refused",
    responses: { ...nonce, "/one-tap/callback": errorResponse(401, "OAUTH_LINK_ERROR") },
    expectedText: en.errors.OAUTH_LINK_ERROR ?? "",
  },
  {
    ...google,
    name: "invalid",
    responses: { ...nonce, "/one-tap/callback": errorResponse(400, "INVALID_TOKEN") },
    expectedText: en.social.errors.unknown,
  },
];

export const passwordlessGallery: Gallery = {
  SignInMethods: methods,
  SignUpMethods: [...signUps, ...backupCodes],
  PasskeySignIn: [...passkeys, ...recoveries],
  PasskeyNudge: [nudge],
  PasskeySecondFactor: secondFactor,
  EmailCode: codes,
  MagicLink: links,
  MagicLinkPage: pages,
  PhoneNumber: phones,
  AccountSwitcher: switchers,
  Guest: guests,
  SaveAccount: banners,
  OneTap: oneTaps,
};
