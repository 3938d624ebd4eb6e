/** Valid requests to core's endpoints. */

import type { TestBrowser } from "@latchkey/test-kit";
import { type Body, mailAfter, type Person, sendValid, type World } from "../world.ts";
import { adam, ann, eve, get, newcomerPosts, post, type Samples, strangerGets, strangerPosts, tina } from "./sample.ts";

const targets = { callbackURL: "/done", errorCallbackURL: "/failed", newUserCallbackURL: "/welcome" };
const noToken = "0".repeat(43);

/** Requests a password reset and returns the emailed token. */
async function resetToken(world: World): Promise<{ person: Person; token: string }> {
  const person = await world.newcomer();
  const mail = await mailAfter(world.app, "sendResetPassword", person.email, () =>
    world.app.browser().post("/forget-password", { email: person.email }),
  );
  person.secrets.add(String(mail.token));
  return { person, token: String(mail.token) };
}

/** Returns the verification token of a user with an unverified email. */
async function verificationToken(world: World): Promise<{ person: Person; token: string }> {
  const person = await world.newcomer();
  await world.app.db.update(
    { name: "user", columns: {} },
    { where: { id: person.id }, set: { emailVerified: false } as object },
  );
  const mail = await mailAfter(world.app, "sendVerificationEmail", person.email, () =>
    person.browser.post("/send-verification-email", { email: person.email }),
  );
  person.secrets.add(String(mail.token));
  return { person, token: String(mail.token) };
}

/** Starts a sign-in with GitHub and returns the browser with the callback's query. */
async function atGithub(world: World, code: string): Promise<{ browser: TestBrowser; query: Record<string, string> }> {
  const browser = world.app.browser();
  const { url } = await sendValid({ browser }, "/sign-in/social", { provider: "github", ...targets });
  return { browser, query: { code, state: new URL(String(url)).searchParams.get("state") ?? "" } };
}

/** Signs up a user with GitHub. */
async function githubPerson(world: World): Promise<{ browser: TestBrowser; accountId: string }> {
  const { browser, query } = await atGithub(world, `person-${world.number}-${world.next()}`);
  await browser.get(`/callback/github?${new URLSearchParams(query)}`);
  const accounts = (await sendValid({ browser }, "/list-accounts")) as unknown as readonly Body[];
  return { browser, accountId: String(accounts[0]?.accountId) };
}

const fresh = (world: World): string => `n${world.number}x${world.next()}`;
const solved = { "x-captcha-response": "solved" };

export const coreSamples: Samples = {
  ok: [strangerGets()],
  capabilities: [strangerGets()],
  accountState: [get(ann)],
  pendingSignIn: [strangerGets()],
  errorPage: [strangerGets(() => ({ error: "access_denied", error_description: "No." }))],
  getSession: [get(ann, () => ({ disableCookieCache: "true", disableRefresh: "false" }))],
  listSessions: [get(ann)],
  revokeSession: [
    async (world) => {
      const person = await world.newcomer();
      const [first] = (await sendValid(person, "/list-sessions")) as unknown as readonly Body[];
      return { browser: person.browser, person, body: { token: first?.token } };
    },
  ],
  revokeSessions: [newcomerPosts(() => ({}))],
  revokeOtherSessions: [post(ann)],
  signOut: [newcomerPosts(() => ({}))],
  signUpEmail: [
    strangerPosts((world) => {
      const name = fresh(world);
      const person = { name, email: `${name}@example.com`, password: "some long password", username: name };
      return { ...person, image: "https://img.test/a.png", callbackURL: "/done", rememberMe: false };
    }, solved),
    // An email that is already taken.
    strangerPosts(({ ids }) => ({ name: "V", email: ids.veraEmail, password: "some long password" }), solved),
  ],
  signInEmail: [
    strangerPosts(({ people: { ann } }) => ({ email: ann.email, password: ann.password, callbackURL: "/done" })),
    strangerPosts(({ people: { tina } }) => ({ email: tina.email, password: tina.password, rememberMe: false })),
  ],
  sendVerificationEmail: [strangerPosts(({ ids }) => ({ email: ids.annEmail, callbackURL: "/done" }))],
  verifyEmail: [
    async (world) => {
      const { person, token } = await verificationToken(world);
      return { browser: world.app.browser(), person, query: { token, callbackURL: "/done" } };
    },
  ],
  forgetPassword: [strangerPosts(({ ids }) => ({ email: ids.annEmail, redirectTo: "/reset" }))],
  requestPasswordReset: [strangerPosts(({ ids }) => ({ email: ids.veraEmail, redirectTo: "/reset" }))],
  resetPasswordCallback: [
    (world) => ({
      browser: world.app.browser(),
      person: null,
      params: { token: noToken },
      query: { callbackURL: "/reset" },
    }),
  ],
  resetPassword: [
    async (world) => {
      const { person, token } = await resetToken(world);
      return { browser: world.app.browser(), person, body: { token, newPassword: "another long password" } };
    },
  ],
  changePassword: [
    newcomerPosts(({ password }) => ({
      currentPassword: password,
      newPassword: "another long password",
      revokeOtherSessions: true,
    })),
  ],
  verifyPassword: [post(ann, ({ people }) => ({ password: people.ann.password }))],
  changeEmail: [
    newcomerPosts(({ password }, world) => ({
      newEmail: `${fresh(world)}@example.com`,
      currentPassword: password,
      callbackURL: "/done",
    })),
  ],
  cancelEmailChange: [
    newcomerPosts(async (person, world) => {
      await world.app.db.update(
        { name: "user", columns: {} },
        { where: { id: person.id }, set: { emailVerified: true } as object },
      );
      await sendValid(person, "/change-email", { newEmail: `${fresh(world)}@example.com` });
      return {};
    }),
  ],
  addEmailPage: [strangerGets(() => ({ callbackURL: "/done" }))],
  addEmail: [strangerPosts((world) => ({ email: `${fresh(world)}@example.com`, callbackURL: "/done" }))],
  undoEmailChangePage: [strangerGets(() => ({ token: noToken, callbackURL: "/done" }))],
  undoEmailChange: [strangerPosts(() => ({ token: noToken, callbackURL: "/done" }))],
  updateUser: [
    post(ann, (world) => ({ name: "Ann B.", image: "https://img.test/b.png", username: `a${fresh(world)}` })),
    post(tina, () => ({ name: "T" })),
  ],
  updateSession: [post(ann, () => ({ theme: "dark" }))],
  listAccounts: [get(ann)],
  deleteUser: [newcomerPosts(({ password }) => ({ password, callbackURL: "/bye" }))],
  deleteUserCallback: [get(eve, () => ({ token: noToken, callbackURL: "/bye" }))],
  signInSocial: [
    strangerPosts(() => ({
      provider: "github",
      ...targets,
      scopes: ["repo"],
      loginHint: "someone",
      disableRedirect: true,
      requestSignUp: true,
    })),
    strangerPosts(() => ({ provider: "google", idToken: { token: "a.b.c", nonce: "n", accessToken: "at" } })),
  ],
  callbackOAuth: [
    async (world) => {
      const { browser, query } = await atGithub(world, `code-${fresh(world)}`);
      return { browser, person: null, params: { id: "github" }, query };
    },
    async (world) => {
      const { browser, query } = await atGithub(world, `hostile-token-${fresh(world)}`);
      return { browser, person: null, params: { id: "github" }, query };
    },
    async (world) => {
      const { browser, query } = await atGithub(world, `hostile-profile-${fresh(world)}`);
      return { browser, person: null, params: { id: "github" }, query };
    },
  ],
  linkSocial: [
    post(ann, () => ({ provider: "github", callbackURL: "/done", errorCallbackURL: "/failed", scopes: ["repo"] })),
  ],
  unlinkAccount: [newcomerPosts(() => ({ providerId: "credential" }))],
  getAccessToken: [async (world) => ({ ...(await githubPerson(world)), person: null, body: { providerId: "github" } })],
  refreshToken: [async (world) => ({ ...(await githubPerson(world)), person: null, body: { providerId: "github" } })],
  accountInfo: [
    async (world) => {
      const { browser, accountId } = await githubPerson(world);
      return { browser, person: null, query: { accountId } };
    },
  ],
  signInUsername: [
    strangerPosts(({ people: { eve } }) => ({ username: eve.name, password: eve.password, rememberMe: true })),
  ],
  signInAnonymous: [strangerPosts(() => ({}))],
  deleteAnonymousUser: [
    async (world) => {
      const browser = world.app.browser();
      await sendValid({ browser }, "/sign-in/anonymous", {});
      return { browser, person: null, body: {} };
    },
  ],
  sendPhoneNumberOTP: [strangerPosts(() => ({ phoneNumber: "+1 213 373 4253" }))],
  verifyPhoneNumber: [
    strangerPosts(() => ({ phoneNumber: "+1 213 373 4253", code: "123456", rememberMe: true })),
    strangerPosts(() => ({ phoneNumber: "+1 213 373 4253", code: "000000", disableSession: true })),
  ],
  signInPhoneNumber: [strangerPosts(() => ({ phoneNumber: "+1 213 373 4253", password: "some long password" }))],
  requestPasswordResetPhoneNumber: [strangerPosts(() => ({ phoneNumber: "+1 213 373 4253" }))],
  resetPasswordPhoneNumber: [
    strangerPosts(() => ({ phoneNumber: "+1 213 373 4253", otp: "123456", newPassword: "some long password" })),
  ],
  isUsernameAvailable: [strangerPosts((world) => ({ username: `u${fresh(world)}` }))],
};

/** Endpoints that only this machine can reach. No request may pass their guard. */
export const consoleSamples: Samples = {
  devConsolePage: [strangerGets()],
  devMail: [strangerGets()],
  devMailPage: [(world) => ({ browser: world.app.browser(), person: null, params: { id: "1" } })],
  devClearMail: [post(adam)],
  devTexts: [get(adam)],
  devWebhooks: [get(adam)],
  devAddWebhookSecret: [post(adam, () => ({ secret: "whsec_AAAA" }))],
  devClearWebhooks: [post(adam)],
  devDns: [get(adam)],
  devChangeDns: [post(adam, () => ({ action: "set", name: "_latchkey.acme.test", value: "x" }))],
  devDirectory: [get(adam)],
  devChangeDirectory: [post(adam, () => ({ action: "disconnect" }))],
  devUsers: [get(adam)],
  devSessions: [get(adam)],
  devRequests: [get(adam)],
  devReference: [strangerGets()],
  devSignInAs: [strangerPosts(({ ids }) => ({ userId: ids.vera }))],
};
