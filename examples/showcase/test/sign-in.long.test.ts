/** Tests in a browser that users reach the page they requested, however they sign in. */

import { en } from "@latchkey/ui";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromium, openSite, type Site } from "./site.ts";

const password = "correct horse battery";
const destination = "/account?from=a%26b&tab=2#security";

describe.skipIf(!chromium)("reaching a protected page", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const isAtDestination = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: en.userButton.open }).waitFor();
    await expect.poll(() => page.url()).toBe(site.app.url + destination);
  };
  const signIn = async (page: Page, email: string, secret = password): Promise<void> => {
    await page.getByLabel(en.email).fill(email);
    await page.getByLabel(en.password, { exact: true }).fill(secret);
    await page.getByRole("button", { name: en.signIn.submit, exact: true }).click();
  };
  const signUp = async (page: Page, email: string): Promise<void> => {
    await page.getByRole("link", { name: en.signIn.toSignUp }).click();
    const heading = page.getByRole("heading", { name: en.signUp.title });
    await heading.waitFor();
    expect(await heading.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByLabel(en.name, { exact: true }).fill("Ann Example");
    await page.getByLabel(en.email).fill(email);
    await page.getByLabel(en.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: en.signUp.submit }).click();
  };
  /** Records console errors and responses of 400 and above. */
  const watch = (page: Page): string[] => {
    const found: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && found.push(message.text())));
    page.on("response", (response) => void (response.status() >= 400 && found.push(response.url())));
    return found;
  };

  test("sign-up and sign-in lead to the exact URL, and no request fails after sign-out", async () => {
    const email = "ann@example.com";
    const laptop = await site.open("/sign-in");
    await laptop.goto(site.app.url + destination);
    await laptop.getByRole("heading", { name: en.signIn.title }).waitFor();
    await signUp(laptop, email);
    await isAtDestination(laptop);

    await laptop.getByRole("button", { name: en.userButton.open }).click();
    const problems = watch(laptop);
    await laptop.getByRole("menuitem", { name: en.signOut }).click();
    await laptop.getByRole("heading", { name: en.signIn.title }).waitFor();
    // Wait long enough for requests that follow the sign-out.
    await laptop.waitForTimeout(1500);
    expect(problems).toEqual([]);

    const phone = await site.open(destination);
    await signIn(phone, email);
    await isAtDestination(phone);
    // Reloading doesn't show the sign-in form again.
    await phone.reload();
    await isAtDestination(phone);
  });

  test("a wrong password doesn't lose the destination", async () => {
    const first = await site.open(destination);
    await signUp(first, "bob@example.com");
    await isAtDestination(first);
    const page = await site.open(destination);
    await signIn(page, "bob@example.com", "not the password");
    await page.getByRole("alert").waitFor();
    await signIn(page, "bob@example.com");
    await isAtDestination(page);
  });

  test("signing in with a provider also leads to the page", async () => {
    const page = await site.open(destination);
    await page.getByRole("button", { name: "Continue with Local identity" }).click();
    await page.getByLabel("Email", { exact: true }).fill("cleo@local.example");
    await page.getByLabel("Name", { exact: true }).fill("Cleo Example");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await isAtDestination(page);
  });

  test("a password reset leads to the page, and removes the token from the address bar", async () => {
    const email = "forgetful@example.com";
    const laptop = await site.open(destination);
    await signUp(laptop, email);
    await isAtDestination(laptop);
    const phone = await site.open(destination);
    await phone.getByLabel(en.email).fill(email);
    await phone.getByRole("link", { name: en.signIn.toForgotPassword }).click();
    await phone.getByRole("heading", { name: en.forgotPassword.title }).waitFor();
    expect(await phone.getByLabel(en.email).inputValue()).toBe(email);
    expect(phone.url()).not.toContain("forgetful");
    await phone.getByRole("button", { name: en.forgotPassword.submit }).click();
    await phone.getByRole("heading", { name: en.forgotPassword.sentTitle }).waitFor();
    const mail = await site.app.mail.next({ to: email, subject: /password/i });
    await phone.goto(mail.links[0] as string);
    await phone.getByLabel(en.newPassword, { exact: true }).fill("an even better password");
    expect(phone.url()).not.toContain("token");
    await phone.getByRole("button", { name: en.resetPassword.submit }).click();
    await phone.getByText(en.resetPassword.doneText).waitFor();
    await signIn(phone, email, "an even better password");
    await isAtDestination(phone);
  });

  test.each(["//example.com", "https://example.com", "/%5Cexample.com"])(
    "a link to %s leads to the home page",
    async (target) => {
      const page = await site.open(`/sign-up?redirectTo=${encodeURIComponent(target)}`);
      await page.getByLabel(en.name, { exact: true }).fill("Eve Example");
      await page.getByLabel(en.email).fill(`eve-${target.length}@example.com`);
      await page.getByLabel(en.password, { exact: true }).fill(password);
      await page.getByRole("button", { name: en.signUp.submit }).click();
      await expect.poll(() => page.url()).toBe(`${site.app.url}/account`);
    },
  );
});
