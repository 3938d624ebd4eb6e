/** An app with the plugin, and people with passkeys in it. */

import type { AdditionalFields, Plugin } from "@latchkey/core";
import {
  type CreationOptions,
  createMailbox,
  createVirtualAuthenticator,
  type Mailbox,
  mailOptions,
  type RequestOptions,
  type ResponseChanges,
  startAuth,
  type TestApp,
  type TestBrowser,
  type TestReply,
  testOrigin,
  type VirtualAuthenticator,
  type VirtualAuthenticatorOptions,
} from "@latchkey/test-kit";
import type { PasskeyOptions } from "../src/options.ts";
import { type PasskeyPlugin, passkey } from "../src/plugin.ts";

/** Cheap, so that races tell of passkeys and not of hashing. */
export const cheapHashes = {
  hash: async (password: string): Promise<string> => `plain:${password}`,
  verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
    hash === `plain:${password}`,
};

/** What a browser sends with a GET to its own origin. */
export const sameOrigin = { "sec-fetch-site": "same-origin" };

export interface Person {
  readonly browser: TestBrowser;
  readonly email: string;
  readonly userId: string;
  readonly device: VirtualAuthenticator;
  /** The id of the first passkey. */
  readonly passkeyId: string;
}

export interface PasskeyApp extends TestApp<readonly [PasskeyPlugin]> {
  readonly box: Mailbox;
  /** The changes that people were told about, in order. */
  noticed(): unknown[];
  device(options?: Partial<VirtualAuthenticatorOptions>): VirtualAuthenticator;
  /** Adds a passkey of the device to whoever is signed in. */
  add(browser: TestBrowser, device: VirtualAuthenticator, changes?: ResponseChanges, body?: object): Promise<TestReply>;
  /** Somebody with a password and a passkey, signed in. */
  person(email?: string, device?: VirtualAuthenticator): Promise<Person>;
  /** The options for using a passkey. */
  options(browser: TestBrowser, purpose?: string): Promise<RequestOptions>;
  /** Uses a passkey of the device. */
  use(
    browser: TestBrowser,
    device: VirtualAuthenticator,
    changes?: ResponseChanges,
    purpose?: string,
  ): Promise<TestReply>;
}

/** Starts an app. Mails go to its box. */
export async function startPasskey(
  options: object = {},
  pluginOptions: PasskeyOptions = {},
  more: readonly Plugin[] = [],
): Promise<PasskeyApp> {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { emailAndPassword, ...rest } = options as { readonly emailAndPassword?: object };
  const app = (await startAuth<readonly Plugin[], AdditionalFields, AdditionalFields>({
    ...mails,
    user: { ...mails.user, sendSecurityNotice: box.sender("sendSecurityNotice") },
    emailAndPassword: { ...mails.emailAndPassword, password: cheapHashes, ...emailAndPassword },
    plugins: [passkey(pluginOptions), ...more],
    ...rest,
  } as object)) as unknown as TestApp<readonly [PasskeyPlugin]>;
  const made: PasskeyApp = {
    ...app,
    box,
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
