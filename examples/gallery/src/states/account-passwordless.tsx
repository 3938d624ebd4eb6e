/** States of the account page's parts for passkeys, phone numbers, and recognized devices. */

import { AccountSecurity, Devices, en, fill, fillCount, Rows, Screen, Section } from "@latchkey/ui";
import { PasskeyBackupCodesRow, PasskeyRow, passkeyEn } from "@latchkey/ui/passkey";
import { PhoneNumberRow, phoneNumberEn } from "@latchkey/ui/phone-number";
import { NotMe, RecoveryNotice, stepUpEn } from "@latchkey/ui/step-up";
import type { ReactElement } from "react";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { as, signedOut } from "../fixtures/default-responses.ts";
import {
  everyMethod,
  knownDevices,
  knowPasskeys,
  passkeyBackupCodes,
  passkeys,
  refusePasskeys,
  withBackupCodes,
  withoutMail,
} from "../fixtures/passwordless.ts";
import { ann, daysFromNow } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { state } from "./account-parts.ts";

const passkey = passkeyEn.settings;
const security = (own: ReactElement): ReactElement => (
  <Screen className="lk-settings-part">
    <Section title={en.security.title}>
      <Rows>{own}</Rows>
    </Section>
  </Screen>
);
const row = { element: security(<PasskeyRow />), prepare: () => knowPasskeys() };
const withPasskeys = (list: readonly object[], changes: object = {}): MockResponses => ({
  ...everyMethod,
  ...state({ passkeys: list.length, ...changes }),
  "/passkey/list-user-passkeys": ok(list),
});
const [laptop] = passkeys;
const laptopName = laptop?.name ?? "";
const openMenu =
  (item: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", fill(passkey.manage, { name: laptopName }));
    await click("menuitem", item);
  };
const rename = async (hand: UserActions): Promise<void> => {
  await openMenu(passkey.rename)(hand);
  await hand.type(passkey.name, "Work laptop");
  await hand.click("button", passkey.save);
};
const some = { ...row, responses: withPasskeys(passkeys) };
const passkeyRows: readonly State[] = [
  { ...row, name: "none", responses: withPasskeys([]), expectedText: passkey.none },
  { ...some, name: "some", expectedText: laptopName },
  {
    ...row,
    name: "long",
    responses: withPasskeys([
      { ...laptop, name: "Annabelle’s second-best work laptop, the one in the drawer at home" },
    ]),
    expectedText: /second-best/,
  },
  {
    ...row,
    name: "last",
    responses: {
      ...withPasskeys(passkeys.slice(0, 1), { hasPassword: false }),
      ...as(withoutMail),
      "/list-accounts": ok([]),
    },
    expectedText: passkey.last,
  },
  {
    ...row,
    name: "full",
    responses: withPasskeys(
      Array.from({ length: 20 }, (_, at) => ({ ...laptop, id: `k-${at}`, name: `Key ${at + 1}` })),
    ),
    expectedText: fill(passkey.full, { max: "20" }),
  },
  {
    ...some,
    name: "menu",
    play: ({ click }) => click("button", fill(passkey.manage, { name: laptopName })),
    expectedText: passkey.rename,
  },
  { ...some, name: "rename", play: openMenu(passkey.rename), expectedText: passkey.renameText },
  { ...some, name: "remove", play: openMenu(passkey.remove), expectedText: passkey.removeText },
  {
    ...some,
    name: "canceled",
    responses: { ...some.responses, "/passkey/generate-register-options": errorResponse(400, "AUTH_CANCELLED") },
    play: ({ click }) => click("button", passkey.add),
    expectedText: passkeyEn.errors.AUTH_CANCELLED ?? "",
  },
  {
    ...some,
    name: "adding",
    responses: { ...some.responses, "/passkey/generate-register-options": pending },
    play: ({ click }) => click("button", passkey.add),
    expectedText: "(busy)",
  },
  ...loadingStates({ ...row, responses: withPasskeys([]) }, "/passkey/list-user-passkeys", passkey.title),
  ...submittingStates({ ...some, play: rename }, "/passkey/update-passkey", "(busy)").map((one) => ({
    ...one,
    name: `rename-${one.name}`,
  })),
];

const withCodes = (passkeyBackupCodes: number): MockResponses => ({
  ...withPasskeys(passkeys, { hasPassword: false, passkeyBackupCodes }),
  ...withBackupCodes,
  ...as(withoutMail),
});
const codesRow = { element: security(<PasskeyBackupCodesRow />), responses: withCodes(9) };
const askForCodes = ({ click }: UserActions): Promise<void> =>
  click("button", `${passkey.newCodes} (${passkey.backupCodes})`);
const replaceCodes = async (hand: UserActions): Promise<void> => {
  await askForCodes(hand);
  await hand.click("button", passkey.newCodes);
};
const codesRows: readonly State[] = [
  { ...codesRow, name: "some", expectedText: fillCount(en, passkey.codesLeft, 9) },
  { ...codesRow, name: "few", responses: withCodes(3), expectedText: fillCount(en, passkey.codesLeft, 3) },
  { ...codesRow, name: "none", responses: withCodes(0), expectedText: passkey.noCodesLeft },
  { ...codesRow, name: "replace", play: askForCodes, expectedText: passkey.newCodesText },
  {
    ...codesRow,
    name: "email-added",
    responses: { ...withCodes(9), "/passkey/generate-backup-codes": errorResponse(400, "BACKUP_CODES_NOT_ENABLED") },
    play: replaceCodes,
    expectedText: passkeyEn.errors.BACKUP_CODES_NOT_ENABLED ?? "",
  },
  {
    ...codesRow,
    name: "codes",
    responses: {
      ...withCodes(9),
      "/passkey/generate-backup-codes": ok({ status: true, backupCodes: passkeyBackupCodes }),
    },
    play: replaceCodes,
    expectedText: passkeyEn.backupCodes.title,
  },
  ...submittingStates({ ...codesRow, play: replaceCodes }, "/passkey/generate-backup-codes", "(busy)"),
];

const { label, settings: phone } = phoneNumberEn;
const button = (action: string): string => fill(en.fieldAction, { action, name: label });
const phoneRow = {
  element: (
    <Screen className="lk-settings-part">
      <Section title={en.security.title}>
        <Rows>
          <PhoneNumberRow />
        </Rows>
      </Section>
    </Screen>
  ),
  responses: { ...everyMethod, "/phone-number/send-otp": ok({ message: "code sent" }) },
};
const number = "+12015550123";
const withNumber = { ...phoneRow.responses, ...as({ ...ann, phoneNumber: number, phoneNumberVerified: true }) };
const askForCode = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", button(phone.add));
  await type(label, number);
  await click("button", phone.send);
};
const enterCode = async (hand: UserActions): Promise<void> => {
  await askForCode(hand);
  await hand.type(phone.code, "123456");
};
const phoneRows: readonly State[] = [
  { ...phoneRow, name: "none", expectedText: phone.none },
  { ...phoneRow, name: "set", responses: withNumber, expectedText: number },
  {
    ...phoneRow,
    name: "last",
    responses: {
      ...withNumber,
      ...as({ ...withoutMail, phoneNumber: number, phoneNumberVerified: true }),
      ...state({ hasPassword: false, passkeys: 0 }),
      "/list-accounts": ok([]),
    },
    expectedText: phone.last,
  },
  { ...phoneRow, name: "add", play: ({ click }) => click("button", button(phone.add)), expectedText: phone.addText },
  {
    ...phoneRow,
    name: "refused",
    responses: { ...phoneRow.responses, "/phone-number/send-otp": errorResponse(400, "INVALID_PHONE_NUMBER") },
    play: askForCode,
    expectedText: phoneNumberEn.errors.INVALID_PHONE_NUMBER ?? "",
  },
  { ...phoneRow, name: "code", play: askForCode, expectedText: phone.codeTitle },
  {
    ...phoneRow,
    name: "taken",
    responses: { ...phoneRow.responses, "/phone-number/verify": errorResponse(400, "PHONE_NUMBER_EXIST") },
    play: enterCode,
    expectedText: phoneNumberEn.errors.PHONE_NUMBER_EXIST ?? "",
  },
  {
    ...phoneRow,
    name: "remove",
    responses: withNumber,
    play: ({ click }) => click("button", button(phone.remove)),
    expectedText: phone.removeText,
  },
  ...submittingStates({ ...phoneRow, play: enterCode }, "/phone-number/verify", "(busy)"),
];

const { devices, notMe } = stepUpEn;
const known = { element: <Devices />, responses: { ...everyMethod, "/devices/list": ok(knownDevices) } };
const forget = ({ click }: UserActions): Promise<void> =>
  click("button", fill(devices.forgetLabel, { device: "Safari on iOS" }));
let isForgotten = false;
const forgotten: Pick<State, "responses" | "prepare"> = {
  prepare: () => {
    isForgotten = false;
  },
  responses: {
    ...known.responses,
    "/devices/list": () => ok(isForgotten ? knownDevices.filter(({ current }) => current) : knownDevices),
    "/devices/forget": () => {
      isForgotten = true;
      return ok({ status: true });
    },
  },
};
const knownStates: readonly State[] = [
  { ...known, name: "some", expectedText: devices.recognized },
  { ...known, ...forgotten, name: "forgotten", play: forget, expectedText: devices.forgotten },
  ...submittingStates({ ...known, play: forget }, "/devices/forget", "(busy)").map((one) => ({
    ...one,
    name: `forget-${one.name}`,
  })),
];

const link = { element: <NotMe />, search: "?token=secret", responses: { ...signedOut, ...everyMethod } };
const secure = ({ click }: UserActions): Promise<void> => click("button", notMe.submit);
const reported = (resetEmailSent: boolean): MockResponses => ({
  ...link.responses,
  "/devices/report": ok({ status: true, resetEmailSent }),
});
const links: readonly State[] = [
  { ...link, name: "question", expectedText: notMe.text },
  { ...link, name: "done", responses: reported(true), play: secure, expectedText: notMe.doneWithEmail },
  { ...link, name: "done-without-email", responses: reported(false), play: secure, expectedText: notMe.resetText },
  {
    ...link,
    name: "invalid",
    responses: { ...link.responses, "/devices/report": errorResponse(401, "INVALID_TOKEN") },
    play: secure,
    expectedText: notMe.invalidText,
  },
  { ...link, name: "no-token", search: "", expectedText: notMe.invalidTitle },
  {
    ...link,
    name: "invalid-without-reset",
    search: "",
    responses: {
      ...signedOut,
      ...withCapabilities({ password: capabilities.password && { ...capabilities.password, reset: false } }),
    },
    expectedText: notMe.invalidTextWithoutReset,
  },
  ...submittingStates({ ...link, play: secure }, "/devices/report", "(busy)"),
];

const recovered = { ...everyMethod, ...state({ recoveryCooldownUntil: daysFromNow(1) }) };
const notices: readonly State[] = [
  {
    name: "waiting",
    element: (
      <Screen className="lk-settings-part">
        <Section title={en.security.title}>
          <RecoveryNotice />
        </Section>
      </Screen>
    ),
    responses: recovered,
    expectedText: stepUpEn.cooldown.title,
    wide: true,
  },
];

const whole = { element: <AccountSecurity />, prepare: () => knowPasskeys() };
const everything = { ...withPasskeys(passkeys), "/devices/list": ok(knownDevices) };
const securities: readonly State[] = [
  { ...whole, name: "every-method", responses: everything, expectedText: devices.recognized },
  {
    ...whole,
    name: "without-email",
    responses: { ...withCodes(9), "/devices/list": ok(knownDevices) },
    expectedText: passkey.backupCodes,
  },
  {
    ...whole,
    name: "recovered",
    responses: { ...everything, ...state({ passkeys: 2, recoveryCooldownUntil: daysFromNow(1) }) },
    expectedText: stepUpEn.cooldown.title,
  },
];

const notFresh = (proof: readonly string[]): MockResponses => ({
  ...some.responses,
  "/passkey/update-passkey": errorResponse(403, "SESSION_NOT_FRESH", { proof }),
});
const confirm = passkeyEn.proof;
const proof = { ...some, play: rename };
const proofs: readonly State[] = [
  { ...proof, name: "passkey", responses: notFresh(["passkey", "password"]), expectedText: confirm.text },
  {
    ...proof,
    name: "passkey-canceled",
    responses: { ...notFresh(["passkey"]), ...refusePasskeys },
    play: async (hand) => {
      await rename(hand);
      await hand.click("button", confirm.submit);
    },
    expectedText: passkeyEn.errors.AUTH_CANCELLED ?? "",
  },
  { ...proof, name: "email-code", responses: notFresh(["email"]), expectedText: en.proof.emailSend },
];

export const accountPasswordless: Gallery = {
  PasskeyRow: passkeyRows,
  PasskeyBackupCodesRow: codesRows,
  PhoneNumberRow: phoneRows,
  RecognizedDevice: knownStates,
  NotMe: links,
  RecoveryNotice: notices,
};
/** States for components that also have other states. */
export const passwordlessSecurity: readonly State[] = securities;
export const passwordlessProofs: readonly State[] = proofs;
