/** Tests specific to the Next.js and SvelteKit examples: protected pages and server-side forms. */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { bob, inBrowser, signUp } from "../nightly/browser.ts";
import { Browser, type Deployment, person, type Step } from "./steps.ts";

/** How to test an example. */
export interface FrameworkCase {
  /**
   * Extra environment variables.
   * @param address URL that browsers use
   */
  env?(address: string): Readonly<Record<string, string>>;
  /** Steps to run after the common ones. */
  stepsOf(trial: Deployment): readonly Step[];
  /**
   * Uses the app in a browser.
   * @param picture returns the path for a screenshot
   */
  browse(url: string, picture: (name: string) => string): Promise<void>;
}

/** By folder name. */
export const metaFrameworks: Readonly<Record<string, FrameworkCase>> = {
  nextjs: {
    stepsOf: (trial) => [redirectsSignedOut(trial), showsPageToSignedIn(trial)],
    browse: (url, picture) =>
      inBrowser(async (page) => {
        await page.goto(`${url}/sign-up`);
        await page.screenshot({ path: picture("sign-up") });
        await signUpAndOut(page, url, picture);
        // Signs out with the server action, which the client's hook has to notice.
        await page.getByRole("link", { name: "Account" }).click();
        await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
        await page.getByRole("heading", { name: "Welcome" }).waitFor();
        await page.locator("[aria-haspopup=menu]").waitFor({ state: "detached" });
      }),
  },
  sveltekit: {
    env: (address) => ({ ORIGIN: address }),
    stepsOf: (trial) => [redirectsSignedOut(trial), showsPageToSignedIn(trial), formWithoutScript(trial)],
    browse: (url, picture) => inBrowser((page) => signUpAndOut(page, url, picture)),
  },
};

/** Signs up, changes the password, signs out with the button, and signs in with the form. Checks the page each time. */
async function signUpAndOut(page: Page, url: string, picture: (name: string) => string): Promise<void> {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on(
    "console",
    (message) => message.type() === "error" && problems.push(`${message.text()} ${message.location().url}`),
  );
  await signUp(page, url);
  await page.getByRole("heading", { name: `Hello, ${bob.name}` }).waitFor();
  await page.screenshot({ path: picture("home") });

  await page.goto(`${url}/account`);
  await page.getByLabel("Current password").fill(bob.password);
  await page.getByLabel("New password").fill("other words in a row");
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByText("Changed.").waitFor();
  await page.screenshot({ path: picture("account") });
  await page.reload();
  await page.getByText(bob.email).first().waitFor();

  await page.goto(`${url}/sign-in`);
  await signOut(page);
  await page.goto(`${url}/account`);
  await page.waitForURL(`${url}/sign-in`);
  await page.getByLabel("Email").fill(bob.email);
  await page.getByLabel("Password", { exact: true }).fill("other words in a row");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: `Hello, ${bob.name}` }).waitFor();
  assert.deepEqual(problems, []);
}

/** Signs out with the button, or with the menu of `UserButton`. */
async function signOut(page: Page): Promise<void> {
  const menu = page.locator("[aria-haspopup=menu]");
  const button = page.getByRole("button", { name: "Sign out" });
  await menu.or(button).first().waitFor();
  const answered = page.waitForResponse(/\/api\/auth\/sign-out$/);
  if (await button.isVisible()) await button.click();
  else {
    await menu.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  }
  await answered;
  await menu.or(button).first().waitFor({ state: "detached" });
}

function redirectsSignedOut(trial: Deployment): Step {
  return {
    title: "a protected page redirects signed-out users to the sign-in page, under the public URL",
    async run() {
      const reply = await new Browser(trial).get("/account");
      assert.ok([303, 307].includes(reply.status), String(reply.status));
      const location = new URL(reply.headers.get("location") ?? "", trial.origin);
      assert.equal(location.href, `${trial.origin}/sign-in`);
    },
  };
}

function showsPageToSignedIn(trial: Deployment): Step {
  return {
    title: "a protected page shows signed-in users their data",
    async run() {
      const browser = new Browser(trial);
      await signInWithRetry(browser);
      const page = await browser.get("/account");
      assert.equal(page.status, 200);
      assert.match(await page.text(), new RegExp(person.email));
    },
  };
}

/** Retries, because sign-in is limited to three attempts in ten seconds. */
async function signInWithRetry(browser: Browser): Promise<void> {
  for (let left = 20; left > 0; left--) {
    const reply = await browser.post("/api/auth/sign-in/email", person);
    if (reply.status === 200) return;
    assert.equal(reply.status, 429);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  assert.fail("Sign-in was still rate limited after twenty seconds.");
}

function formWithoutScript(trial: Deployment): Step {
  return {
    title: "the sign-up form works without JavaScript: it sets the cookie, and shows errors",
    async run() {
      const browser = new Browser(trial);
      const post = (fields: Record<string, string>, origin = trial.origin): Promise<Response> =>
        browser.send("/sign-up", {
          method: "POST",
          headers: { origin, accept: "text/html" },
          body: new URLSearchParams(fields),
        });
      const weak = await post({ ...bob, password: "short" });
      assert.deepEqual([weak.status, browser.cookie], [400, ""]);
      assert.match(await weak.text(), /role="alert">[^<]+</);
      assert.equal((await post(bob, "https://evil.example")).status, 403);
      const done = await post(bob);
      assert.equal(done.status, 303, await done.clone().text());
      assert.deepEqual(await (await browser.get("/api/profile")).json(), { email: bob.email });
    },
  };
}
