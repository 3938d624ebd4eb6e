/** Tests that the showcase's sign-up requires its local CAPTCHA, with and without a browser. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { en } from "@latchkey/ui";
import { captchaEn } from "@latchkey/ui/captcha";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningShowcase, startShowcase } from "../server/server.ts";
import { chromium, openSite, type Site } from "./site.ts";
import { solveChallenge } from "./solve-challenge.ts";

const password = "correct horse battery";

describe("the showcase's sign-up CAPTCHA", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-challenge-"));
  let app: RunningShowcase;
  beforeAll(async () => {
    app = await startShowcase({ port: 0, secret: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU", file: join(folder, "test.db") });
  });
  afterAll(async () => {
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Signs up and returns the status and the error code. */
  async function signUp(email: string, captcha?: string): Promise<[number, string | undefined]> {
    const headers = { "content-type": "application/json", origin: app.url };
    const reply = await fetch(`${app.url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: captcha === undefined ? headers : { ...headers, "x-captcha-response": captcha },
      body: JSON.stringify({ name: "Ann", email, password }),
    });
    return [reply.status, ((await reply.json()) as { code?: string }).code];
  }

  test("a response works for one sign-up, and sign-up rejects a missing or made-up response", async () => {
    expect(await signUp("ann@example.com")).toEqual([400, "MISSING_RESPONSE"]);
    expect(await signUp("ann@example.com", "made up")).toEqual([403, "VERIFICATION_FAILED"]);
    const solved = await solveChallenge(app);
    expect(await signUp("ann@example.com", solved)).toEqual([200, undefined]);
    // The mail catcher stops with the app.
    await app.mail.next({ to: "ann@example.com" });
    expect(await signUp("bo@example.com", solved)).toEqual([403, "VERIFICATION_FAILED"]);
  });

  test("other origins get no challenge, and the service verifies no response without its secret", async () => {
    const other = await fetch(`${app.challenge}/challenge`, {
      method: "POST",
      headers: { origin: "https://evil.test" },
    });
    expect([other.status, other.headers.get("access-control-allow-origin")]).toEqual([403, null]);
    const body = new URLSearchParams({ secret: "a guess", response: await solveChallenge(app) });
    const verified = await fetch(`${app.challenge}/siteverify`, { method: "POST", body });
    expect(await verified.json()).toEqual({ success: false, "error-codes": ["invalid-input-secret"] });
  });
});

describe.skipIf(!chromium)("the CAPTCHA widget", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  test("the widget says if the service can't be reached, and sign-up still requires a response", async () => {
    const person = await site.person();
    await person.route(`${site.app.challenge}/**`, (route) => route.abort());
    const page = await site.open("/sign-up", person);
    await page.getByText("Couldn't reach the local CAPTCHA").waitFor();
    await page.getByLabel(en.name, { exact: true }).fill("Cleo");
    await page.getByLabel(en.email).fill("cleo@example.com");
    await page.getByLabel(en.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: en.signUp.submit, exact: true }).click();
    await page.getByText(captchaEn.errors.MISSING_RESPONSE ?? "").waitFor();
    await person.close();
  });

  test("the widget solves itself, and gets a new response after a failed attempt", async () => {
    const page = await site.open("/sign-up");
    await page.getByText("Verified as human").waitFor();
    await site.lookEverywhere(page, "sign-up-captcha");
    await page.getByLabel(en.name, { exact: true }).fill("Ann");
    await page.getByLabel(en.email).fill("ann@showcase.test");
    await page.getByLabel(en.password, { exact: true }).fill(password);
    const button = page.getByRole("button", { name: en.signUp.submit, exact: true });
    await button.click();
    await page.getByText(en.errors.USER_ALREADY_EXISTS ?? "").waitFor();
    await page.getByText("Verified as human").waitFor();
    await page.getByLabel(en.email).fill("ann@example.com");
    await button.click();
    await page.waitForURL(/\/account/);
  });
});
