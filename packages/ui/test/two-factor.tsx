/** A site with two-factor authentication, and its users' actions. */

import { createMailbox, testPassword } from "@latchkey/test-kit";
import { type OneTimeCode, type TwoFactorOptions, twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { Secret, TOTP } from "otpauth";
import { en } from "../src/texts/en.ts";
import { twoFactorUi } from "../src/two-factor/plugin.tsx";
import { twoFactorEn as texts } from "../src/two-factor/texts.ts";
import { TwoFactorSettings } from "../src/two-factor/two-factor-settings.tsx";
import { findDialog, queryDialog } from "./dialogs.ts";
import { startSite, type Visit } from "./site.tsx";

export const plugins = [twoFactorUi()];

/** Starts a site where Ann is signed in. `null` for a server without the plugin. */
export async function startTwoFactorSite(options: TwoFactorOptions | null = {}, auth: object = {}) {
  let now = Date.now();
  const box = createMailbox();
  const otpOptions = { sendOTP: box.sender("sendOTP") as never };
  const server = options === null ? [] : [twoFactor({ otpOptions, ...options })];
  const socialProviders = { github: { clientId: "app", clientSecret: "secret" } };
  const own = { clock: () => new Date(now), plugins: server, socialProviders, ...auth };
  const site = await startSite(own, [twoFactorClient()]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const wait = (seconds: number): void => {
    now += seconds * 1000;
  };
  const digits = options?.totpOptions?.digits ?? 6;
  const codeOf = (key: string): string =>
    new TOTP({ secret: Secret.fromBase32(key), digits }).generate({ timestamp: now });
  const credentials = { email: "ann@example.com", password: testPassword };
  return {
    visit,
    /** Opens another of Ann's devices. */
    otherVisit: () => site.visit(),
    sentCode: async () => ((await box.next("sendOTP")).mail as unknown as OneTimeCode).code,
    codeOf,
    /** Moves the clock by some seconds. Each code works only once, so the next one takes half a minute. */
    wait,
    /** Ann can only sign in with GitHub. */
    async removePassword(): Promise<void> {
      const { data } = await visit.client.getSession();
      await site.link(data?.user.id ?? "", "github");
      const accounts = (await visit.client.listAccounts()).data ?? [];
      const password = accounts.find(({ providerId }) => providerId === "credential");
      await visit.client.unlinkAccount({ accountId: password?.id ?? "" });
    },
    /** Ann signs in on another device and trusts it. */
    async trustDevice(key: string): Promise<void> {
      wait(30);
      const device = site.browser();
      await device.post("/sign-in/email", credentials);
      await device.post("/two-factor/verify-totp", { code: codeOf(key), trustDevice: true });
    },
    async spendBackupCode(code: string): Promise<void> {
      wait(30);
      await visit.browser.post("/two-factor/verify-backup-code", { code });
    },
  };
}

export type TwoFactorSite = Awaited<ReturnType<typeof startTwoFactorSite>>;

/** Enters the password in the open dialog. */
export async function confirm(person: UserEvent, submit: string): Promise<void> {
  const dialog = within(await findDialog());
  const field = await dialog.findByLabelText(en.password);
  await person.type(field, testPassword);
  await person.click(dialog.getByRole("button", { name: submit }));
  await waitFor(() => {
    if (field.isConnected) throw new Error("The dialog still asks for the password.");
  });
}

/** Whether signing in requires a second factor. */
export const enabled = async ({ client }: Visit): Promise<boolean | undefined> =>
  ((await client.getSession()).data?.user as { twoFactorEnabled?: boolean } | undefined)?.twoFactorEnabled;

/** Sets up an app on the account page, and returns its key and the backup codes. */
export async function setUp({ visit, codeOf }: TwoFactorSite) {
  const { settings, enroll, backupCodes } = texts;
  const { person, unmount } = visit.show(<TwoFactorSettings />, { plugins });
  await person.click(await screen.findByRole("button", { name: `${settings.setUp} (${settings.totp})` }));
  await confirm(person, settings.continue);
  const dialog = within(await findDialog());
  await dialog.findByRole("img", { name: enroll.qrLabel });
  const key = dialog.getByText(/^[A-Z2-7]{32,}$/).textContent ?? "";
  await person.click(dialog.getByRole("button", { name: settings.continue }));
  await person.type(await dialog.findByLabelText(enroll.code), codeOf(key));
  await dialog.findByText(enroll.done);
  const codes = dialog.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
  await person.click(dialog.getByRole("button", { name: backupCodes.copy }));
  await person.click(dialog.getByRole("button", { name: backupCodes.saved }));
  await waitFor(() => {
    if (queryDialog()) throw new Error("The dialog is still open.");
  });
  return { key, codes, unmount };
}
