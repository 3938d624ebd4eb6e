/** States of the two-factor step at sign-in, and of the settings to set it up. */

import { en, errorText, fill, fillCount, Rows, Screen } from "@latchkey/ui";
import { TrustedDevices, TwoFactorRows, TwoFactorSettings, TwoFactorStep, twoFactorEn } from "@latchkey/ui/two-factor";
import { as, signedOut } from "../fixtures/default-responses.ts";
import { ann, daysFromNow, own } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending, serverError } from "../mock-fetch.ts";
import { type Gallery, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const { step: words, settings, enroll, backupCodes, devices: trusted, errors } = twoFactorEn;

const waiting = (changes: object = {}) =>
  ok({ methods: ["totp", "otp"], expiresAt: daysFromNow(1), attemptsLeft: 5, ...changes });
const inSignIn: MockResponses = { ...signedOut, "/two-factor/pending": waiting() };
const step = { element: <TwoFactorStep />, responses: inSignIn };
const enter = ({ type }: UserActions): Promise<void> => type(words.code, "123456");
const choose =
  (method: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", words.otherMethods);
    await click("button", method);
  };
const sent = { ...inSignIn, "/two-factor/send-otp": ok({ status: true }) };
const refusal = (code: string, changes: object = {}): MockResponses => ({
  ...inSignIn,
  "/two-factor/pending": waiting(changes),
  "/two-factor/verify-totp": errorResponse(401, code),
});

const steps: readonly State[] = [
  { ...step, name: "app", expectedText: words.totpText },
  { ...step, name: "ways", play: ({ click }) => click("button", words.otherMethods), expectedText: words.useBackup },
  {
    ...step,
    name: "mail",
    responses: { ...inSignIn, "/two-factor/pending": waiting({ methods: ["otp"] }) },
    expectedText: words.otpText,
  },
  { ...step, name: "mail-sent", responses: sent, play: choose(words.useOtp), expectedText: words.sent },
  { ...step, name: "backup", play: choose(words.useBackup), expectedText: words.backupText },
  {
    ...step,
    name: "refused",
    responses: refusal("INVALID_CODE", { attemptsLeft: 2 }),
    play: enter,
    expectedText: fillCount(en, words.attemptsLeft, 2),
  },
  {
    ...step,
    name: "over",
    responses: refusal("TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"),
    play: enter,
    expectedText: String(errors.TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE),
  },
  {
    ...step,
    name: "locked",
    responses: refusal("ACCOUNT_TEMPORARILY_LOCKED"),
    play: enter,
    expectedText: words.lockedTitle,
  },
  {
    ...step,
    name: "expired",
    responses: { ...signedOut, "/two-factor/pending": ok(null) },
    expectedText: words.expiredTitle,
  },
  {
    ...step,
    name: "loading",
    responses: { ...signedOut, "/two-factor/pending": pending },
    expectedText: words.title,
  },
  {
    ...step,
    name: "failed",
    responses: { ...signedOut, "/two-factor/pending": serverError },
    expectedText: en.tryAgain,
  },
  ...submittingStates({ ...step, play: enter }, "/two-factor/verify-totp", "(busy)"),
];

const state = (twoFactor: object | null, changes: object = {}): MockResponses => ({
  "/account-state": ok({ hasPassword: true, pendingEmail: null, twoFactor, ...changes }),
});
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
const twoDevices = ok([device("1", { current: true }), device("2", { userAgent: null })]);
const uri =
  "otpauth://totp/Acme:ann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme&algorithm=SHA1&digits=6&period=30";
const codes = Array.from({ length: 10 }, (_, at) => `aB3d${at}-Xy9z${at}`);

const off: MockResponses = state(null);
const on: MockResponses = {
  ...as({ ...ann, twoFactorEnabled: true }),
  ...state({ methods: ["totp", "otp"], backupCodes: 8 }),
};
const begun: MockResponses = {
  ...off,
  "/two-factor/enable": ok({ method: "totp", totpURI: uri, backupCodes: codes }),
  "/two-factor/verify-totp": ok({ token: "", user: ann }),
};
const setUpApp = `${settings.setUp} (${settings.totp})`;
const withPassword = async ({ type, click }: UserActions, submit: string): Promise<void> => {
  await type(en.password, "correct horse battery");
  await click("button", submit);
};
const start = async (hand: UserActions): Promise<void> => {
  await hand.click("button", setUpApp);
  await withPassword(hand, settings.continue);
};
const toCode = async (hand: UserActions): Promise<void> => {
  await start(hand);
  await hand.click("button", enroll.copyKey);
  await hand.click("button", settings.continue);
};
const toCodes = async (hand: UserActions): Promise<void> => {
  await toCode(hand);
  await hand.type(enroll.code, "123456");
};
const select =
  (item: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", fill(settings.manage, { name: settings.totp }));
    await click("menuitem", item);
  };
const turnOff = async (hand: UserActions): Promise<void> => {
  await select(settings.turnOffItem)(hand);
  await withPassword(hand, settings.turnOff);
};

const whole = { element: <TwoFactorSettings /> };
const all: readonly State[] = [
  { ...whole, name: "off", responses: off, expectedText: settings.totp },
  { ...whole, name: "on", responses: on, expectedText: fillCount(en, settings.codesLeft, 8) },
  {
    ...whole,
    name: "few-codes",
    responses: { ...on, ...state({ methods: ["otp"], backupCodes: 3 }) },
    expectedText: fillCount(en, settings.codesLeft, 3),
  },
  {
    ...whole,
    name: "no-codes",
    responses: { ...on, ...state({ methods: ["totp"], backupCodes: 0 }) },
    expectedText: settings.noCodesLeft,
  },
  {
    ...whole,
    name: "trusted",
    responses: { ...on, "/two-factor/list-trusted-devices": twoDevices },
    expectedText: trusted.revokeAll,
  },
  {
    ...whole,
    name: "menu",
    responses: on,
    play: ({ click }) => click("button", fill(settings.manage, { name: settings.totp })),
    expectedText: settings.turnOffItem,
  },
  {
    ...whole,
    name: "confirm",
    responses: off,
    play: ({ click }) => click("button", setUpApp),
    expectedText: settings.confirmTitle,
  },
  {
    ...whole,
    name: "scan-without-password",
    responses: { ...begun, ...state(null, { hasPassword: false }) },
    play: ({ click }) => click("button", setUpApp),
    expectedText: enroll.scanText,
  },
  {
    ...whole,
    name: "without-password-failed",
    responses: { ...state(null, { hasPassword: false }), "/two-factor/enable": serverError },
    play: ({ click }) => click("button", setUpApp),
    expectedText: String(en.errors.INTERNAL_SERVER_ERROR),
  },
  { ...whole, name: "scan", responses: begun, play: start, expectedText: enroll.scanText },
  { ...whole, name: "code", responses: begun, play: toCode, expectedText: enroll.codeText },
  {
    ...whole,
    name: "wrong-code",
    responses: { ...begun, "/two-factor/verify-totp": errorResponse(401, "INVALID_CODE") },
    play: toCodes,
    expectedText: String(errors.INVALID_CODE),
  },
  { ...whole, name: "codes", responses: begun, play: toCodes, expectedText: backupCodes.title },
  {
    ...whole,
    name: "new-codes",
    responses: { ...on, "/two-factor/generate-backup-codes": ok({ status: true, backupCodes: codes }) },
    play: async (hand) => {
      await hand.click("button", `${settings.newCodes} (${settings.backupCodes})`);
      await withPassword(hand, settings.newCodes);
      await hand.click("button", backupCodes.copy);
    },
    expectedText: backupCodes.title,
  },
  {
    ...whole,
    name: "question",
    responses: on,
    play: select(settings.turnOffItem),
    expectedText: settings.turnOffTitle,
  },
  {
    ...whole,
    name: "turning-off",
    responses: { ...on, "/two-factor/disable": pending },
    play: turnOff,
    expectedText: "(busy)",
  },
  {
    ...whole,
    name: "refused",
    responses: { ...on, "/two-factor/disable": errorResponse(400, "INVALID_PASSWORD") },
    play: turnOff,
    expectedText: errorText(en, { code: "INVALID_PASSWORD", message: "" }),
  },
];

const rows = {
  element: (
    <Screen>
      <Rows>
        <TwoFactorRows />
      </Rows>
    </Screen>
  ),
};
const devices = { element: <TrustedDevices />, responses: on };

export const twoFactor: Gallery = {
  TwoFactorStep: steps,
  TwoFactorSettings: all,
  TwoFactorRows: [{ ...rows, name: "on", responses: on, expectedText: settings.backupCodes }],
  TrustedDevices: [
    {
      ...devices,
      name: "some",
      responses: { ...on, "/two-factor/list-trusted-devices": twoDevices },
      expectedText: trusted.text,
    },
    {
      ...devices,
      name: "failed",
      responses: { ...on, "/two-factor/list-trusted-devices": serverError },
      expectedText: en.tryAgain,
    },
    {
      ...devices,
      name: "not-removed",
      responses: {
        ...on,
        "/two-factor/list-trusted-devices": twoDevices,
        "/two-factor/revoke-trusted-device": serverError,
      },
      play: ({ click }) => click("button", /^Remove Firefox/),
      expectedText: String(en.errors.INTERNAL_SERVER_ERROR),
    },
  ],
};
