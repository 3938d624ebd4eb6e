/** Valid requests to two-factor authentication. */

import type { TestBrowser } from "@latchkey/test-kit";
import { mailAfter, type Person, sendValid, totpCode, type World } from "../world.ts";
import { get, type MakeSample, newcomerPosts, post, type Samples, tina } from "./sample.ts";

/** Returns a browser where tina entered her password but no code. */
async function challenged(world: World): Promise<TestBrowser> {
  const browser = world.app.browser();
  const { tina } = world.people;
  await sendValid({ browser }, "/sign-in/email", { email: tina.email, password: tina.password });
  return browser;
}

/** Signs up a new user with 2FA. */
async function enrolled(world: World): Promise<Person> {
  const person = await world.newcomer();
  const { totpURI } = await sendValid(person, "/two-factor/enable", { password: person.password });
  const code = await totpCode(world.app, new URL(String(totpURI)).searchParams.get("secret") ?? "");
  await sendValid(person, "/two-factor/verify-totp", { code });
  return person;
}

const byEnrolled: MakeSample = async (world) => {
  const person = await enrolled(world);
  return { browser: person.browser, person, body: { password: person.password } };
};

export const twoFactorSamples: Samples = {
  pendingTwoFactor: [async (world) => ({ browser: await challenged(world), person: null })],
  resetUserTwoFactor: [
    async (world) => {
      const { adam } = world.people;
      return { browser: adam.browser, person: adam, body: { userId: (await enrolled(world)).id } };
    },
  ],
  enableTwoFactor: [newcomerPosts(({ password }) => ({ password, method: "totp", issuer: "Fuzz" }))],
  disableTwoFactor: [byEnrolled],
  getTOTPURI: [post(tina, ({ people }) => ({ password: people.tina.password }))],
  verifyTOTP: [
    async (world) => {
      const browser = await challenged(world);
      return {
        browser,
        person: tina(world),
        body: { code: await totpCode(world.app, world.totpSecret), trustDevice: true },
      };
    },
    async (world) => ({ browser: await challenged(world), person: null, body: { code: "000000" } }),
  ],
  sendTwoFactorOTP: [async (world) => ({ browser: await challenged(world), person: null, body: {} })],
  verifyTwoFactorOTP: [
    async (world) => {
      const browser = await challenged(world);
      const mail = await mailAfter(world.app, "sendOTP", tina(world).email, () => browser.post("/two-factor/send-otp"));
      return { browser, person: tina(world), body: { code: mail.code, trustDevice: false } };
    },
  ],
  generateBackupCodes: [byEnrolled],
  verifyBackupCode: [
    async (world) => ({
      browser: await challenged(world),
      person: tina(world),
      body: { code: world.backupCodes[world.next() % world.backupCodes.length], disableSession: false },
    }),
  ],
  listTrustedDevices: [get(tina)],
  revokeTrustedDevice: [post(tina, () => ({ id: "0".repeat(32) }))],
  revokeTrustedDevices: [post(tina)],
};
