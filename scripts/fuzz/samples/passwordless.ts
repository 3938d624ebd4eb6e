/** Valid requests to the passkey, magic link, and email code plugins. */

import { userTable } from "@latchkey/core/plugin";
import {
  type CreationOptions,
  createVirtualAuthenticator,
  type RequestOptions,
  type TestBrowser,
  type VirtualAuthenticator,
} from "@latchkey/test-kit";
import { origin } from "../app.ts";
import { type Body, mailAfter, type Person, sendValid, type World } from "../world.ts";
import { ann, get, type MakeSample, newcomerPosts, type Sample, type Samples, strangerPosts } from "./sample.ts";

const sameOrigin = { "sec-fetch-site": "same-origin", origin };
const device = (): VirtualAuthenticator => createVirtualAuthenticator({ origin });

/** Reads options as a browser does, so that the challenge is bound to it. */
async function optionsFor<T>(browser: TestBrowser, path: string): Promise<T> {
  return (await browser.get<T>(path, sameOrigin)).body;
}

async function newResponse({ browser }: Person, authenticator: VirtualAuthenticator) {
  const options = await optionsFor<CreationOptions>(browser, "/passkey/generate-register-options");
  return authenticator.create(options);
}

/** Adds a passkey and returns its id. */
async function addPasskey(person: Person, authenticator: VirtualAuthenticator): Promise<string> {
  const response = await newResponse(person, authenticator);
  return String((await sendValid(person, "/passkey/verify-registration", { response })).id);
}

const withPasskey =
  (body: (id: string) => Body): MakeSample =>
  (world) =>
    newcomerPosts(async (person) => body(await addPasskey(person, device())))(world);

/** Uses a new user's passkey in their own browser, or in one where no one is signed in. */
async function used(world: World, isElsewhere: boolean): Promise<Sample> {
  const person = await world.newcomer();
  const authenticator = device();
  await addPasskey(person, authenticator);
  const browser = isElsewhere ? world.app.browser() : person.browser;
  const options = await optionsFor<RequestOptions>(browser, "/passkey/generate-authenticate-options");
  const response = await authenticator.get(options);
  return { browser, person, body: { response, rememberMe: true } };
}

/** A new user without an email, in their own browser. */
async function withoutEmail(world: World): Promise<Person> {
  const person = await world.newcomer();
  const email = `${person.id}@passkey.placeholder.invalid`;
  await world.app.db.update(userTable, { where: { id: person.id }, set: { email, emailVerified: false } });
  return person;
}

/** Returns one of a new user's backup codes. */
async function backupCode(world: World): Promise<string> {
  const person = await withoutEmail(world);
  const { backupCodes } = await sendValid(person, "/passkey/generate-backup-codes", {});
  return (backupCodes as string[])[0] ?? "";
}

/** Asks for a code in a browser and returns it. */
async function codeFor(world: World, browser: TestBrowser, email: string, type: string): Promise<string> {
  const mail = await mailAfter(world.app, "email-code", email, () =>
    browser.post("/email-otp/send-verification-otp", { email, type }),
  );
  return String(mail.otp);
}

const withCode =
  (type: string, body: (email: string, otp: string) => Body): MakeSample =>
  async (world) => {
    const person = await world.newcomer();
    const browser = world.app.browser();
    return { browser, person, body: body(person.email, await codeFor(world, browser, person.email, type)) };
  };

/** Asks for a link and returns its token. */
async function linkToken(world: World): Promise<{ browser: TestBrowser; person: Person; token: string }> {
  const person = await world.newcomer();
  const browser = world.app.browser();
  const mail = await mailAfter(world.app, "link", person.email, () =>
    browser.post("/sign-in/magic-link", { email: person.email }),
  );
  person.secrets.add(String(mail.token));
  return { browser, person, token: String(mail.token) };
}

const passkeySamples: Samples = {
  generatePasskeyRegistrationOptions: [
    async (world) => ({
      browser: ann(world).browser,
      person: ann(world),
      query: { name: "Phone", authenticatorAttachment: "platform" },
      headers: sameOrigin,
    }),
  ],
  generatePasskeySignUpOptions: [
    strangerPosts((world) => ({ name: "New", email: `passkey${world.number}x${world.next()}@example.com` })),
  ],
  verifyPasskeyRegistration: [
    newcomerPosts(async (person) => ({ response: await newResponse(person, device()), name: "Phone" })),
    async (world) => {
      const browser = world.app.browser();
      const email = `passkey${world.number}x${world.next()}@example.com`;
      const options = await sendValid({ browser }, "/passkey/generate-sign-up-options", {
        name: "New",
        email,
        username: `p${world.number}x${world.next()}`,
      });
      const response = await device().create(options as unknown as CreationOptions);
      return { browser, person: null, body: { response, createSession: true } };
    },
  ],
  generatePasskeyAuthenticationOptions: [
    async (world) => ({
      browser: world.app.browser(),
      person: null,
      query: { purpose: "sign-in" },
      headers: sameOrigin,
    }),
  ],
  verifyPasskeyAuthentication: [(world) => used(world, true), (world) => used(world, false)],
  generatePasskeyBackupCodes: [
    async (world) => {
      const person = await withoutEmail(world);
      return { browser: person.browser, person, body: {} };
    },
  ],
  generatePasskeyRecoveryOptions: [
    async (world) => ({ browser: world.app.browser(), person: null, body: { code: await backupCode(world) } }),
  ],
  verifyPasskeyRecovery: [
    async (world) => {
      const browser = world.app.browser();
      const code = await backupCode(world);
      const options = await sendValid({ browser }, "/passkey/generate-recovery-options", { code });
      const response = await device().create(options as unknown as CreationOptions);
      return { browser, person: null, body: { response, name: "Phone", rememberMe: true } };
    },
  ],
  listPasskeys: [get(ann)],
  listAcceptedPasskeys: [get(ann)],
  updatePasskey: [withPasskey((id) => ({ id, name: "Laptop" }))],
  deletePasskey: [withPasskey((id) => ({ id, keepSessions: true }))],
  webauthnRelatedOrigins: [(world) => ({ browser: world.app.browser(), person: null })],
};

const linkSamples: Samples = {
  signInMagicLink: [
    strangerPosts(({ people: { ann } }) => ({
      email: ann.email,
      name: "Ann",
      callbackURL: "/done",
      newUserCallbackURL: "/welcome",
      errorCallbackURL: "/failed",
      metadata: { from: "fuzz" },
      rememberMe: false,
    })),
  ],
  magicLinkVerify: [
    async (world) => {
      const { browser, person, token } = await linkToken(world);
      return { browser, person, query: { token } };
    },
  ],
};

const codeSamples: Samples = {
  sendVerificationOTP: [strangerPosts(({ people: { ann } }) => ({ email: ann.email, type: "sign-in" }))],
  checkVerificationOTP: [withCode("sign-in", (email, otp) => ({ email, type: "sign-in", otp }))],
  signInEmailOTP: [withCode("sign-in", (email, otp) => ({ email, otp, rememberMe: true }))],
  verifyEmailOTP: [withCode("email-verification", (email, otp) => ({ email, otp }))],
  requestPasswordResetEmailOTP: [strangerPosts(({ people: { ann } }) => ({ email: ann.email }))],
  forgetPasswordEmailOTP: [strangerPosts(({ people: { ann } }) => ({ email: ann.email }))],
  resetPasswordEmailOTP: [withCode("forget-password", (email, otp) => ({ email, otp, password: "another password" }))],
  requestEmailChangeEmailOTP: [
    newcomerPosts((_, world) => ({ newEmail: `changed${world.number}x${world.next()}@example.com` })),
  ],
  changeEmailEmailOTP: [
    newcomerPosts(async (person, world) => {
      const newEmail = `changed${world.number}x${world.next()}@example.com`;
      const mail = await mailAfter(world.app, "email-code", newEmail, () =>
        sendValid(person, "/email-otp/request-email-change", { newEmail }),
      );
      return { newEmail, otp: mail.otp };
    }),
  ],
};

export const passwordlessSamples: Samples = { ...passkeySamples, ...linkSamples, ...codeSamples };
