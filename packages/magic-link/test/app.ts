/** An app with magic links, and helpers for its tests. */

import { admin } from "@latchkey/admin";
import { tokenTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { expect } from "vitest";
import type { MagicLinkOptions } from "../src/options.ts";
import { magicLink } from "../src/plugin.ts";

export const email = "ann@example.com";

/** What a browser sends when someone opens a link. */
export const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-site": "cross-site", accept: "text/html" };

/** What a browser sends with a form of this origin. */
export const form = { "content-type": "application/x-www-form-urlencoded", origin: testOrigin };

/** Starts an app. Links go to its box. */
export async function startLinks(options: Partial<MagicLinkOptions> = {}, app: object = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const send = box.sender("magicLink", ({ email: to }) => String(to));
  const plugins = [magicLink({ sendMagicLink: send, ...options }), twoFactor(), admin()];
  const started = await startAuth({ ...mails, plugins, ...app } as never);
  const ask = async (browser: TestBrowser, to = email, more: object = {}) => {
    const { status, body } = await browser.post("/sign-in/magic-link", { email: to, ...more });
    expect([status, body]).toEqual([200, { status: true }]);
  };
  const link = async (browser: TestBrowser, to = email, more: object = {}) => {
    await ask(browser, to, more);
    const { url, token } = await box.next("magicLink", to);
    return { path: url.replace(`${testOrigin}/api/auth`, ""), token, url };
  };
  const session = async (browser: TestBrowser) =>
    (await browser.get<{ user: { email: string } } | null>("/get-session")).body?.user.email ?? null;
  const links = () => started.auth.$context.db.count(tokenTable, { where: { kind: "magic-link" } });
  const post = (browser: TestBrowser, token: string, more: object = {}) =>
    browser.send("/magic-link/verify", {
      method: "POST",
      headers: form,
      body: new URLSearchParams({ token, ...more }).toString(),
    });
  return { ...started, box, ask, link, session, links, post };
}
