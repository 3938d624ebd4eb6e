/** A virtual authenticator, and user actions with passkeys. */

import { en } from "@latchkey/ui";
import { passkeyEn } from "@latchkey/ui/passkey";
import type { Locator, Page } from "playwright-core";
import { openDialog } from "./browser.ts";
import { password, toast } from "./organization-steps.ts";
import type { Site } from "./site.ts";

const { settings } = passkeyEn;

/** A device's passkeys, controlled through the DevTools protocol. */
export interface Authenticator {
  /** Returns the number of passkeys on the device. */
  count(): Promise<number>;
  /** Whether the browser offers passkeys in the email field. The user then picks one immediately. */
  setOffered(isOffered: boolean): Promise<void>;
  /** Whether the fingerprint matches. */
  setVerified(isVerified: boolean): Promise<void>;
  /** Removes all passkeys, as if the device was lost. */
  clear(): Promise<void>;
}

/** Offers would sign in before a test could press a button, so the browser makes none until a test allows them. */
const holdOffers = () => {
  if (!("PublicKeyCredential" in window)) return;
  PublicKeyCredential.isConditionalMediationAvailable = async () =>
    sessionStorage.getItem("offers-passkeys") === "true";
};

/** Adds a virtual authenticator with user verification to the page. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  await page.addInitScript(holdOffers);
  await page.evaluate(holdOffers);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    async setOffered(isOffered) {
      await page.evaluate((value) => sessionStorage.setItem("offers-passkeys", value), String(isOffered));
    },
    async setVerified(isUserVerified) {
      await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async clear() {
      await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
    },
  };
}

export const passkeyRows = (page: Page): Locator => page.locator(".lk-passkey");

/** Opens the security section. */
export async function openSecurity(page: Page, site: Site): Promise<void> {
  await page.goto(`${site.app.url}/account#security`);
  await page.getByRole("button", { name: settings.add }).waitFor();
}

/** Adds a passkey in the open security section. */
export async function addPasskey(page: Page): Promise<void> {
  await page.getByRole("button", { name: settings.add }).click();
  await toast(page, settings.addedDone).first().waitFor();
}

/** Signs out with the user menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: en.userButton.open }).click();
  await page.getByRole("menuitem", { name: en.signOut, exact: true }).click();
  await page.getByRole("heading", { name: en.signIn.title }).waitFor();
}

/** Enters the email and the password on the sign-in page. */
export async function signInWithPassword(page: Page, email: string, secret: string = password): Promise<void> {
  await page.locator("main input[name=email]").fill(email);
  await page.getByLabel(en.password, { exact: true }).fill(secret);
  await page.getByRole("button", { name: en.signIn.submit, exact: true }).click();
}

/** Presses the button that signs in with a passkey. */
export async function pressPasskeyButton(page: Page): Promise<void> {
  await page.getByRole("button", { name: passkeyEn.signIn.button }).click();
}

/** Waits until someone is signed in. */
export async function isSignedIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: en.userButton.open }).waitFor();
}

/** Returns the open dialog with this title. */
export const dialog = (page: Page, name: string): Locator => page.locator(openDialog).filter({ hasText: name });
