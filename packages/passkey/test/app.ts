/** An app with the plugin, and users with passkeys. */

import type { Plugin } from "@latchkey/core";
import {
  type CreationOptions,
  createVirtualAuthenticator,
  type MailedApp,
  type RequestOptions,
  type ResponseChanges,
  startMailedAuth,
  type TestBrowser,
  type TestReply,
  testOrigin,
  type VirtualAuthenticator,
  type VirtualAuthenticatorOptions,
} from "@latchkey/test-kit";
import type { PasskeyOptions } from "../src/options.ts";
import { type PasskeyPlugin, passkey } from "../src/plugin.ts";

/** The status and the error code of a reply. */
export const outcome = ({
  status,
  body,
}: Pick<TestReply<never>, "status"> & { readonly body: unknown }): readonly [number, unknown] => [
  status,
  (body as { code?: string })?.code,
];

/** The fetch metadata that a browser sends with a GET to its own origin. */
export const sameOrigin = { "sec-fetch-site": "same-origin" };

export interface Person {
  readonly browser: TestBrowser;
  readonly email: string;
  readonly userId: string;
  readonly device: VirtualAuthenticator;
  /** The id of the first passkey. */
  readonly passkeyId: string;
}

export interface PasskeyApp extends MailedApp<readonly [PasskeyPlugin]> {
  /** The changes that users were notified about, in order. */
  noticed(): unknown[];
  device(options?: Partial<VirtualAuthenticatorOptions>): VirtualAuthenticator;
  /** Adds a passkey from the device to the signed-in user. */
  add(browser: TestBrowser, device: VirtualAuthenticator, changes?: ResponseChanges, body?: object): Promise<TestReply>;
  /** A signed-in user with a password and a passkey. */
  person(email?: string, device?: VirtualAuthenticator): Promise<Person>;
  /** The options for using a passkey. */
  options(browser: TestBrowser, purpose?: string): Promise<RequestOptions>;
  /** Uses a passkey on the device. */
  use(
    browser: TestBrowser,
    device: VirtualAuthenticator,
    changes?: ResponseChanges,
    purpose?: string,
  ): Promise<TestReply>;
}

/** A user who signed up without an email. */
export interface Nameless extends Omit<Person, "email" | "passkeyId"> {
  readonly backupCodes: readonly string[];
}

/** Signs up with only a name. The app needs `signUp: "without-email"`. */
export async function signUpNameless(app: PasskeyApp, name = "Kim"): Promise<Nameless> {
  const [browser, device] = [app.browser(), app.device()];
  const { body } = await browser.post<CreationOptions>("/passkey/generate-sign-up-options", { name });
  const response = await device.create(body);
  const reply = await browser.post<{ user: { id: string }; backupCodes: string[] }>("/passkey/verify-registration", {
    response,
    createSession: true,
  });
  if (reply.status !== 200) throw new Error(`No sign-up: ${JSON.stringify(reply.body)}`);
  return { browser, device, userId: reply.body.user.id, backupCodes: reply.body.backupCodes };
}

/** Registers a new passkey with a backup code. */
export async function recover(
  browser: TestBrowser,
  device: VirtualAuthenticator,
  code: string | undefined,
  changes: ResponseChanges = {},
): Promise<TestReply> {
  const options = await browser.post<CreationOptions>("/passkey/generate-recovery-options", { code });
  if (options.status !== 200) return options as unknown as TestReply;
  return browser.post("/passkey/verify-recovery", { response: await device.create(options.body, changes) });
}

/** Starts an app. Emails go to its box. */
export async function startPasskey(
  options: object = {},
  pluginOptions: PasskeyOptions = {},
  more: readonly Plugin[] = [],
): Promise<PasskeyApp> {
  const app = await startMailedAuth(() => [passkey(pluginOptions)], options, more);
  const { box } = app;
  const made: PasskeyApp = {
    ...app,
    noticed: () => box.mails.filter(({ sender }) => sender === "sendSecurityNotice").map(({ mail }) => mail.change),
    device: (given = {}) => createVirtualAuthenticator({ origin: testOrigin, ...given }),
    async add(browser, device, changes = {}, body = {}) {
      const { body: creation } = await browser.get<CreationOptions>("/passkey/generate-register-options", sameOrigin);
      const response = await device.create(creation, changes);
      return browser.post("/passkey/verify-registration", { response, ...body });
    },
    async person(email = "ann@example.com", device = made.device()) {
      const browser = app.browser();
      const { user } = (await browser.signUp(email)).body;
      const added = await made.add(browser, device);
      if (added.status !== 200) throw new Error(`No passkey: ${JSON.stringify(added.body)}`);
      return { browser, email, userId: user.id, device, passkeyId: String(added.body.id) };
    },
    async options(browser, purpose) {
      const query = purpose === undefined ? "" : `?purpose=${purpose}`;
      const path = `/passkey/generate-authenticate-options${query}`;
      return (await browser.get<RequestOptions>(path, sameOrigin)).body;
    },
    async use(browser, device, changes = {}, purpose = undefined) {
      const response = await device.get(await made.options(browser, purpose), changes);
      return browser.post("/passkey/verify-authentication", { response });
    },
  };
  return made;
}
