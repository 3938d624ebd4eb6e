/** States of the two-factor step at sign-in and the card to set it up. */

import { en } from "@latchkey/ui";
import { TwoFactorCard, TwoFactorStep } from "@latchkey/ui/two-factor";
import { as, signedOut } from "../fixtures/default-responses.ts";
import { ann, daysFromNow, own } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const step = { element: <TwoFactorStep />, responses: signedOut, search: "?methods=totp,otp" };
const enter = async ({ type, click }: UserActions): Promise<void> => {
  await type("Code", "123456");
  await click("button", "Sign in");
};
const steps: readonly State[] = [
  { ...step, name: "app", expectedText: "Enter the code that your authenticator app shows." },
  {
    ...step,
    name: "mail",
    play: ({ click }) => click("button", "Send me a code by mail"),
    expectedText: "Enter the code that we send you by mail.",
  },
  {
    ...step,
    name: "mail-sent",
    responses: { ...signedOut, "/two-factor/send-otp": ok({ status: true }) },
    play: async ({ click }) => {
      await click("button", "Send me a code by mail");
      await click("button", "Send me a code");
    },
    expectedText: "A code is on its way.",
  },
  {
    ...step,
    name: "backup",
    play: ({ click }) => click("button", "Use a backup code"),
    expectedText: "Each works once.",
  },
  {
    ...step,
    name: "refused",
    responses: { ...signedOut, "/two-factor/verify-totp": errorResponse(401, "INVALID_CODE") },
    play: enter,
    expectedText: "This code is not right.",
  },
  {
    ...step,
    name: "over",
    responses: { ...signedOut, "/two-factor/verify-totp": errorResponse(429, "ACCOUNT_TEMPORARILY_LOCKED") },
    play: enter,
    expectedText: "Too many wrong codes.",
  },
  ...submittingStates({ ...step, play: enter }, "/two-factor/verify-totp", "(busy)"),
];

const card = { element: <TwoFactorCard /> };
const enabled = as({ ...ann, twoFactorEnabled: true });
const device = (id: string, changes: object = {}) => ({
  id,
  current: false,
  createdAt: daysFromNow(-20),
  lastUsedAt: daysFromNow(-3),
  expiresAt: daysFromNow(10),
  ipAddress: "192.0.2.17",
  userAgent: own.userAgent,
  ...changes,
});
const uri =
  "otpauth://totp/Acme:ann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA1&digits=6&period=30";
const codes = Array.from({ length: 10 }, (_, at) => `aB3d${at}-Xy9z${at}`);
const begun = { "/two-factor/enable": ok({ method: "totp", totpURI: uri, backupCodes: codes }) };
const confirm =
  (button: string, submit: string) =>
  async ({ click, type }: UserActions): Promise<void> => {
    await click("button", button);
    await type("Password", "correct horse battery");
    await click("button", submit);
  };
const setUp = confirm("Set up an authenticator app", "Continue");
const cards: readonly State[] = [
  { ...card, name: "off", expectedText: "Set up an authenticator app" },
  { ...card, name: "on", responses: enabled, expectedText: "New backup codes" },
  {
    ...card,
    name: "trusted",
    responses: {
      ...enabled,
      "/two-factor/list-trusted-devices": ok([device("1", { current: true }), device("2", { userAgent: null })]),
    },
    expectedText: "Forget all of them",
  },
  {
    ...card,
    name: "question",
    play: ({ click }) => click("button", "Set up an authenticator app"),
    expectedText: "Confirm that it is you.",
  },
  { ...card, name: "scan", responses: begun, play: setUp, expectedText: "Scan this with an authenticator app" },
  {
    ...card,
    name: "wrong-code",
    responses: { ...begun, "/two-factor/verify-totp": errorResponse(401, "INVALID_CODE") },
    play: async (hand) => {
      await setUp(hand);
      await hand.type("Code from the app", "123456");
      await hand.click("button", "Turn on");
    },
    expectedText: "This code is not right.",
  },
  {
    ...card,
    name: "codes",
    responses: { ...enabled, "/two-factor/generate-backup-codes": ok({ status: true, backupCodes: codes }) },
    play: confirm("New backup codes", "New backup codes"),
    expectedText: "Your backup codes",
  },
  {
    ...card,
    name: "turning-off",
    responses: { ...enabled, "/two-factor/disable": pending },
    play: confirm("Turn off", "Turn off"),
    expectedText: "(busy)",
  },
  {
    ...card,
    name: "refused",
    responses: { ...enabled, "/two-factor/disable": errorResponse(400, "INVALID_PASSWORD") },
    play: confirm("Turn off", "Turn off"),
    expectedText: en.errors.INVALID_PASSWORD ?? "",
  },
];

export const twoFactor: Gallery = { TwoFactorStep: steps, TwoFactorCard: cards };
