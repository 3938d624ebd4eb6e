/** Second factors: the step at sign-in, and the card to set them up. */

import { TwoFactorCard, TwoFactorStep } from "@latchkey/ui/two-factor";
import type { Hand } from "../hand.ts";
import { ok, pending, refused } from "../stand-in.ts";
import { type Gallery, type State, sending } from "../state.ts";
import { as, signedOut } from "../world/everywhere.ts";
import { ann, daysFromNow, own } from "../world/people.ts";

const step = { element: <TwoFactorStep />, answers: signedOut, search: "?methods=totp,otp" };
const enter = async ({ type, click }: Hand): Promise<void> => {
  await type("Code", "123456");
  await click("button", "Sign in");
};
const steps: readonly State[] = [
  { ...step, name: "app", shows: "Enter the code that your authenticator app shows." },
  {
    ...step,
    name: "mail",
    play: ({ click }) => click("button", "Send me a code by mail"),
    shows: "Enter the code that we send you by mail.",
  },
  {
    ...step,
    name: "mail-sent",
    answers: { ...signedOut, "/two-factor/send-otp": ok({ status: true }) },
    play: async ({ click }) => {
      await click("button", "Send me a code by mail");
      await click("button", "Send me a code");
    },
    shows: "A code is on its way.",
  },
  { ...step, name: "backup", play: ({ click }) => click("button", "Use a backup code"), shows: "Each works once." },
  {
    ...step,
    name: "refused",
    answers: { ...signedOut, "/two-factor/verify-totp": refused(401, "INVALID_CODE") },
    play: enter,
    shows: "This code is not right.",
  },
  {
    ...step,
    name: "over",
    answers: { ...signedOut, "/two-factor/verify-totp": refused(429, "ACCOUNT_TEMPORARILY_LOCKED") },
    play: enter,
    shows: "Too many wrong codes.",
  },
  ...sending({ ...step, play: enter }, "/two-factor/verify-totp", "(busy)"),
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
  async ({ click, type }: Hand): Promise<void> => {
    await click("button", button);
    await type("Password", "correct horse battery");
    await click("button", submit);
  };
const setUp = confirm("Set up an authenticator app", "Continue");
const cards: readonly State[] = [
  { ...card, name: "off", shows: "Set up an authenticator app" },
  { ...card, name: "on", answers: enabled, shows: "New backup codes" },
  {
    ...card,
    name: "trusted",
    answers: {
      ...enabled,
      "/two-factor/list-trusted-devices": ok([device("1", { current: true }), device("2", { userAgent: null })]),
    },
    shows: "Forget all of them",
  },
  {
    ...card,
    name: "question",
    play: ({ click }) => click("button", "Set up an authenticator app"),
    shows: "Confirm that it is you.",
  },
  { ...card, name: "scan", answers: begun, play: setUp, shows: "Scan this with an authenticator app" },
  {
    ...card,
    name: "wrong-code",
    answers: { ...begun, "/two-factor/verify-totp": refused(401, "INVALID_CODE") },
    play: async (hand) => {
      await setUp(hand);
      await hand.type("Code from the app", "123456");
      await hand.click("button", "Turn on");
    },
    shows: "This code is not right.",
  },
  {
    ...card,
    name: "codes",
    answers: { ...enabled, "/two-factor/generate-backup-codes": ok({ status: true, backupCodes: codes }) },
    play: confirm("New backup codes", "New backup codes"),
    shows: "Your backup codes",
  },
  {
    ...card,
    name: "turning-off",
    answers: { ...enabled, "/two-factor/disable": pending },
    play: confirm("Turn off", "Turn off"),
    shows: "(busy)",
  },
  {
    ...card,
    name: "refused",
    answers: { ...enabled, "/two-factor/disable": refused(400, "INVALID_PASSWORD") },
    play: confirm("Turn off", "Turn off"),
    shows: "This is not your password.",
  },
];

export const twoFactor: Gallery = { TwoFactorStep: steps, TwoFactorCard: cards };
