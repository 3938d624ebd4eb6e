// @vitest-environment jsdom

import { emailOTP } from "@latchkey/email-otp";
import { passkey } from "@latchkey/passkey";
import { passkeyClient } from "@latchkey/passkey/client";
import { createMailbox, testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { usePasskeys } from "../../test/passkeys.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { AccountProfile } from "../account/profile.tsx";
import { PasskeyRow } from "../passkey/passkey-row.tsx";
import { passkeyUi } from "../passkey/plugin.tsx";
import { passkeyEn } from "../passkey/texts.ts";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { twoFactorUi } from "../two-factor/plugin.tsx";
import { twoFactorEn } from "../two-factor/texts.ts";

history.replaceState(null, "", "/account");

watchScreens();

const plugins = [passkeyUi(), twoFactorUi()];
const twoDays = 2 * 86_400_000;

/** Ann, who has to confirm before she changes her email. */
async function visitAsAnn() {
  let now = Date.now() - twoDays;
  const box = createMailbox();
  const site = await startSite(
    {
      clock: () => new Date(now),
      user: { changeEmail: { enabled: true } },
      plugins: [
        passkey(),
        twoFactor(),
        emailOTP({ sendVerificationOTP: box.sender("code", ({ email }) => String(email)) as never }),
      ],
    },
    [passkeyClient(), twoFactorClient()],
  );
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  return {
    site,
    visit,
    box,
    user,
    now: () => now,
    /** Moves the clock, so that her last confirmation is too old. */
    wait(): void {
      now = Date.now();
    },
  };
}

async function changeEmail(person: UserEvent): Promise<HTMLElement> {
  await person.click(await screen.findByRole("button", { name: `${en.changeEmail.change} (${en.email})` }));
  await person.type(await screen.findByLabelText(en.changeEmail.newEmail), "anna@example.com{Enter}");
  const dialog = await screen.findByRole("dialog", { name: en.proof.title });
  // The dialog below stops blocking the pointer a moment later.
  await waitFor(() => expect(dialog.style.pointerEvents).toBe("auto"));
  return dialog;
}

/** STEP-10: the call was sent once more and succeeded. */
async function expectChanged({ asked }: Visit): Promise<void> {
  const text = fill(en.changeEmail.changedUnverified, { newEmail: "anna@example.com" });
  await screen.findByText(text, { selector: ".lk-toast-text" });
  expect(asked.filter((path) => path === "/change-email")).toHaveLength(2);
}

test("STEP-10: a passkey is offered first, and the call continues after it", async () => {
  usePasskeys();
  const { visit, wait } = await visitAsAnn();
  await visit.client.getSession();
  const added = await (visit.client as unknown as { passkey: { add(): Promise<{ error: unknown }> } }).passkey.add();
  expect(added.error).toBeNull();
  wait();
  const { person } = visit.show(<AccountProfile />, { plugins });
  const dialog = within(await changeEmail(person));
  dialog.getByText(passkeyEn.proof.text);
  await person.click(dialog.getByRole("button", { name: passkeyEn.proof.submit }));
  await expectChanged(visit);
});

test("STEP-10: an authenticator app is offered first, with a backup code and the password as alternatives", async () => {
  const { visit, wait, now } = await visitAsAnn();
  const started = await visit.browser.post<{ totpURI: string; backupCodes: string[] }>("/two-factor/enable", {
    password: testPassword,
  });
  const secret = Secret.fromBase32(new URL(started.body.totpURI).searchParams.get("secret") ?? "");
  const code = () => new TOTP({ secret }).generate({ timestamp: now() });
  expect((await visit.browser.post("/two-factor/verify-totp", { code: code() })).status).toBe(200);
  wait();
  const { person } = visit.show(<AccountProfile />, { plugins });
  const dialog = within(await changeEmail(person));
  const field = dialog.getByLabelText(twoFactorEn.step.code);
  expect(document.activeElement).toBe(field);
  await person.click(dialog.getByRole("button", { name: en.proof.otherWays }));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    en.proof.usePassword,
    twoFactorEn.step.useBackup,
  ]);
  await person.click(dialog.getByRole("button", { name: twoFactorEn.step.useBackup }));
  const backup = within(await screen.findByRole("dialog", { name: en.proof.title }));
  const backupField = await backup.findByLabelText(twoFactorEn.step.backupCode);
  await waitFor(() => expect(document.activeElement).toBe(backupField));
  const wrong = [...(started.body.backupCodes[0] ?? "")].reverse().join("");
  await person.type(backupField, `${wrong}{Enter}`);
  await backup.findByText(twoFactorEn.errors.INVALID_BACKUP_CODE as string);
  await person.clear(backupField);
  await person.type(backupField, `${started.body.backupCodes[0]}{Enter}`);
  await expectChanged(visit);
});

test("STEP-10: an email code is sent on a click, to users who verified their email in this session", async () => {
  const { site, visit, box, user, wait } = await visitAsAnn();
  await site.removePassword(user.id);
  await site.proveLongAgo(user.id, "email");
  wait();
  const { person } = visit.show(<AccountProfile />, { plugins });
  const dialog = within(await changeEmail(person));
  dialog.getByText(fill(en.proof.emailText, { email: "ann@example.com" }));
  expect(box.mails).toHaveLength(0);
  await person.click(dialog.getByRole("button", { name: en.proof.emailSend }));
  const field = await dialog.findByLabelText(en.proof.code);
  expect(document.activeElement).toBe(field);
  const { otp } = (await box.next("code", "ann@example.com")).mail;
  await person.type(field, String(otp));
  await waitFor(() => expect(visit.asked.filter((path) => path === "/change-email")).toHaveLength(2));
  expect(screen.queryByRole("dialog", { name: en.proof.title })).toBeNull();
  // The code verified the email, which can't be changed here without a confirmation. The dialog stays open to explain
  // it.
  const alert = await within(await screen.findByRole("dialog", { name: en.changeEmail.submit })).findByRole("alert");
  expect(alert.textContent).toBe(en.errors.VERIFICATION_EMAIL_NOT_ENABLED);
});

test("STEP-10: an action that required an email code shows that it's done", async () => {
  const device = usePasskeys();
  const { site, visit, box, user, wait } = await visitAsAnn();
  await site.removePassword(user.id);
  await site.proveLongAgo(user.id, "email");
  wait();
  const { person } = visit.show(<PasskeyRow />, { plugins });
  await person.click(await screen.findByRole("button", { name: passkeyEn.settings.add }));
  const dialog = within(await screen.findByRole("dialog", { name: en.proof.title }));
  await person.click(dialog.getByRole("button", { name: en.proof.emailSend }));
  const field = await dialog.findByLabelText(en.proof.code);
  await person.type(field, String((await box.next("code", "ann@example.com")).mail.otp));
  await screen.findByText(passkeyEn.settings.addedDone, { selector: ".lk-toast-text" });
  expect(device.passkeys).toHaveLength(1);
});
