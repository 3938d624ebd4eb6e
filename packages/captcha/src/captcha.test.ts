import type { ServerResponse } from "node:http";
import { anonymous } from "@latchkey/anonymous";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { userTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { magicLink } from "@latchkey/magic-link";
import { passkey } from "@latchkey/passkey";
import { phoneNumber } from "@latchkey/phone-number";
import { createMailbox, mailOptions, plainPasswords, startAuth, testPassword } from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CaptchaService, json, secretKey, startService } from "../test/service.ts";
import type { CaptchaOptions } from "./options.ts";
import { captcha } from "./plugin.ts";

let service: CaptchaService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const email = "ann@example.com";
const credentials = { email, password: testPassword };
const person = { ...credentials, name: "Ann" };

interface Line {
  readonly level: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Starts an app with Ann's account. `attempt` signs her in with a CAPTCHA response. */
async function start(options: CaptchaOptions, authOptions: object = {}) {
  const lines: Line[] = [];
  const logger = {
    level: "debug",
    log: (level: string, message: string, details: Line["details"]) => lines.push({ level, message, details }),
  };
  const app = await startAuth({
    plugins: [captcha(options)],
    emailAndPassword: { enabled: true, password: plainPasswords },
    fetch: service.fetch,
    logger,
    ...authOptions,
  } as object);
  const api = app.auth.api as unknown as { signUpEmail(input: object): Promise<unknown> };
  await api.signUpEmail({ body: person });
  service.asked.length = 0;
  const attempt = (answer?: string, path = "/sign-in/email", body: object = credentials) =>
    app.browser().post(path, body, answer === undefined ? {} : { "x-captcha-response": answer });
  return { ...app, lines, attempt };
}

const services = [
  {
    options: { provider: "cloudflare-turnstile", secretKey },
    address: "challenges.cloudflare.com/turnstile/v0/siteverify",
    told: { action: "login", cdata: "" },
  },
  {
    options: { provider: "google-recaptcha", secretKey },
    address: "www.google.com/recaptcha/api/siteverify",
    told: {},
    named: "version 2",
  },
  {
    options: { provider: "google-recaptcha", secretKey },
    address: "www.google.com/recaptcha/api/siteverify",
    told: { score: 0.9, action: "login" },
    named: "version 3",
  },
  { options: { provider: "hcaptcha", secretKey }, address: "api.hcaptcha.com/siteverify", told: { credit: false } },
].map((one) => ({ ...one, name: `${one.options.provider} ${one.named ?? ""}`.trim() })) as {
  name: string;
  options: CaptchaOptions;
  address: string;
  told: object;
}[];

describe.each(services)("$name", ({ options, address, told }) => {
  test("a solved one works once; the service gets a form with the key and the response, but no address", async () => {
    const { attempt } = await start(options);
    service.solved.set("solved", told);
    expect((await attempt("solved")).status).toBe(200);
    const [asked] = service.asked;
    expect(`${asked?.host}${asked?.path}`).toBe(address);
    expect(asked?.contentType).toMatch(/^application\/x-www-form-urlencoded/);
    expect(asked?.form).toEqual({ secret: secretKey, response: "solved" });
    const again = await attempt("solved");
    expect([again.status, again.body.code, again.setCookies]).toEqual([403, "VERIFICATION_FAILED", []]);
  });

  test("without one, or with a wrong one, no user is looked up and nothing is created", async () => {
    const { attempt, auth } = await start(options);
    const missing = await attempt();
    expect([missing.status, missing.body]).toEqual([
      400,
      { code: "MISSING_RESPONSE", message: "Missing CAPTCHA response" },
    ]);
    expect(service.asked).toEqual([]);
    const wrong = await attempt("guessed", "/sign-up/email", { ...person, email: "new@example.com" });
    expect([wrong.status, wrong.body]).toEqual([
      403,
      { code: "VERIFICATION_FAILED", message: "Captcha verification failed" },
    ]);
    expect(await auth.$context.db.count(userTable, {})).toBe(1);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["500", (response) => json(response, { success: true }, 500)],
    ["429", (response) => json(response, { success: true }, 429)],
    ["a redirect", (response) => response.writeHead(302, { location: "https://evil.test/" }).end()],
    ["garbage", (response) => response.end("<html>success: true")],
    ["another shape", (response) => json(response, { success: "true" })],
    ["a list", (response) => json(response, [true])],
    ["a huge body", (response) => response.end(`{"success":true,"pad":"${"x".repeat(100_000)}"}`)],
    ["a broken connection", (response) => response.destroy()],
    ["silence", () => {}],
  ])("a service that responds with %s: rejected by default, accepted if the app chooses that", async (_, fail) => {
    for (const [whenUnavailable, status] of [
      ["refuse", 500],
      ["allow", 200],
    ] as const) {
      const { attempt, lines } = await start({ ...options, whenUnavailable, timeLimitMs: 150 });
      service.fail = fail;
      const reply = await attempt("solved");
      expect(reply.status).toBe(status);
      if (status === 500) expect(reply.body).toEqual({ code: "UNKNOWN_ERROR", message: "Something went wrong" });
      expect(lines.filter(({ level }) => level === (status === 500 ? "error" : "warn"))).toHaveLength(1);
      expect(JSON.stringify(lines)).not.toContain(secretKey);
    }
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["a wrong key", (response) => json(response, { success: false, "error-codes": ["invalid-input-secret"] })],
    ["status 413", (response) => json(response, { error: "too large" }, 413)],
    ["status 404 that claims success", (response) => json(response, { success: true }, 404)],
  ])("%s isn't an outage: rejected even if outages are accepted", async (_, fail) => {
    const { attempt } = await start({ ...options, whenUnavailable: "allow" });
    service.fail = fail;
    expect((await attempt("solved")).body.code).toBe("UNKNOWN_ERROR");
  });

  test("a rejection with status 400 is a rejection, even if outages are accepted", async () => {
    const { attempt } = await start({ ...options, whenUnavailable: "allow" });
    service.fail = (response) => json(response, { success: false, "error-codes": ["bad-request"] }, 400);
    expect((await attempt("odd")).body.code).toBe("VERIFICATION_FAILED");
  });
});

describe("what else a solved captcha must say", () => {
  test.each<[string, CaptchaOptions, object, number]>([
    ["a score at the limit", { provider: "google-recaptcha", secretKey, minScore: 0.7 }, { score: 0.7 }, 200],
    ["a score below it", { provider: "google-recaptcha", secretKey, minScore: 0.7 }, { score: 0.6 }, 403],
    ["a score below 0.5, which is the default", { provider: "google-recaptcha", secretKey }, { score: 0.4 }, 403],
    ["no score where one is asked for", { provider: "google-recaptcha", secretKey, minScore: 0.1 }, {}, 403],
    ["a score as text", { provider: "google-recaptcha", secretKey, minScore: 0.1 }, { score: "0.9" }, 403],
    ["the action", { provider: "google-recaptcha", secretKey, expectedAction: "in" }, { score: 1, action: "in" }, 200],
    ["another", { provider: "google-recaptcha", secretKey, expectedAction: "in" }, { score: 1, action: "up" }, 403],
    ["no action", { provider: "cloudflare-turnstile", secretKey, expectedAction: "in" }, {}, 403],
    ["the host", { provider: "cloudflare-turnstile", secretKey, allowedHostnames: ["APP.test"] }, {}, 200],
    [
      "another host",
      { provider: "cloudflare-turnstile", secretKey, allowedHostnames: ["app.test"] },
      { hostname: "evil.test" },
      403,
    ],
    ["no host", { provider: "google-recaptcha", secretKey, allowedHostnames: ["app.test"] }, { hostname: null }, 403],
  ])("%s", async (_, options, told, status) => {
    const { attempt } = await start(options);
    service.solved.set("solved", told);
    expect((await attempt("solved")).status).toBe(status);
  });

  test("hCaptcha gets the site key, so that it rejects a response for another site", async () => {
    const { attempt } = await start({ provider: "hcaptcha", secretKey, siteKey: "10000000-ffff" });
    service.solved.set("solved", {});
    await attempt("solved");
    expect(service.asked[0]?.form.sitekey).toBe("10000000-ffff");
    service.fail = (response) => json(response, { success: false, "error-codes": ["sitekey-secret-mismatch"] });
    expect((await attempt("of another key")).body.code).toBe("VERIFICATION_FAILED");
    service.fail = (response) => json(response, { success: false, "error-codes": ["invalid-sitekey"] });
    expect((await attempt("other")).body.code).toBe("UNKNOWN_ERROR");
  });
});

describe("what leaves the process", () => {
  const turnstile = { provider: "cloudflare-turnstile", secretKey } as const;

  test("the client's address only if the app sends it, and never if the app doesn't track it", async () => {
    const first = await start({ ...turnstile, sendAddress: true });
    await first.attempt("x");
    const second = await start(
      { ...turnstile, sendAddress: true },
      { advanced: { ipAddress: { disableIpTracking: true } } },
    );
    await second.attempt("x");
    // `start` clears earlier requests to the service.
    expect(service.asked.map(({ form }) => form.remoteip)).toEqual([undefined]);
    await first.attempt("y");
    expect(service.asked.at(-1)?.form.remoteip).toBe("203.0.113.7");
  });

  test("a response that's too long for any service is rejected without asking", async () => {
    const { attempt } = await start(turnstile);
    expect((await attempt("x".repeat(8193))).body.code).toBe("VERIFICATION_FAILED");
    expect(service.asked).toEqual([]);
  });
});

describe("where it's required", () => {
  const options = { provider: "hcaptcha", secretKey } as const;

  test("by default at sign-up, sign-in, and password reset, under both of its names, and nowhere else", async () => {
    const { attempt } = await start(options, mailOptions(createMailbox()));
    for (const path of ["/sign-up/email", "/sign-in/email", "/forget-password", "/request-password-reset"]) {
      expect([path, (await attempt(undefined, path, person)).body.code]).toEqual([path, "MISSING_RESPONSE"]);
    }
    expect((await attempt(undefined, "/sign-out", {})).status).toBe(200);
  });

  test("by default at username sign-in, if the app has usernames", async () => {
    const { attempt } = await start(options, { plugins: [captcha(options), username()] });
    const body = { username: "ann", password: testPassword };
    expect((await attempt(undefined, "/sign-in/username", body)).body.code).toBe("MISSING_RESPONSE");
    expect((await attempt(undefined, "/is-username-available", body)).status).toBe(200);
    const named = { ...options, endpoints: ["/sign-in/email"] };
    const other = await start(named, { plugins: [captcha(named), username()] });
    expect((await other.attempt(undefined, "/sign-in/username", body)).status).toBe(401);
  });

  test("by default at the plugins' calls that send an email or text, create a guest, or start a passkey sign-up", async () => {
    const send = async () => {};
    const plugins = [
      captcha(options),
      magicLink({ sendMagicLink: send }),
      emailOTP({ sendVerificationOTP: send }),
      phoneNumber({ sendOTP: send, sendPasswordResetOTP: send, countries: "all", signUpOnVerification: {} }),
      anonymous(),
      passkey({ signUp: "email", rpID: "app.test" }),
    ];
    const { attempt, browser } = await start(options, { ...mailOptions(createMailbox()), plugins });
    const email = "bob@example.com";
    const number = "+447400123456";
    const calls: Record<string, object> = {
      "/sign-in/magic-link": { email },
      "/email-otp/send-verification-otp": { email, type: "sign-in" },
      "/email-otp/request-password-reset": { email },
      "/forget-password/email-otp": { email },
      "/phone-number/send-otp": { phoneNumber: number },
      "/phone-number/request-password-reset": { phoneNumber: number },
      "/sign-in/phone-number": { phoneNumber: number, password: testPassword },
      "/sign-in/anonymous": {},
      "/passkey/generate-sign-up-options": { email, name: "Bob" },
    };
    for (const [path, body] of Object.entries(calls)) {
      expect([path, (await attempt(undefined, path, body)).body.code]).toEqual([path, "MISSING_RESPONSE"]);
    }
    // Later steps have the code of the first.
    const enter = await browser().post("/sign-in/email-otp", { email, otp: "123456" });
    expect(enter.body.code).toBe("INVALID_OTP");
  });

  test("at other paths that the app lists; read from the header, not a field", async () => {
    const { attempt } = await start({ ...options, endpoints: ["/change-password", "/sign-up/email"] });
    const body = { ...credentials, "x-captcha-response": "solved" };
    expect((await attempt(undefined, "/sign-in/email", body)).status).toBe(200);
    expect((await attempt(undefined, "/sign-up/email", { ...person, ...body })).body.code).toBe("MISSING_RESPONSE");
  });

  test("invalid input and a foreign origin don't cost a lookup", async () => {
    const { attempt, browser } = await start(options);
    expect((await attempt("solved", "/sign-in/email", { email })).body.code).toBe("VALIDATION_ERROR");
    const foreign = { origin: "https://evil.test", "x-captcha-response": "solved" };
    expect((await browser().post("/sign-in/email", credentials, foreign)).body.code).toBe("INVALID_ORIGIN");
    expect(service.asked).toEqual([]);
  });
});

describe("options", () => {
  const create = (options: object) =>
    createAuth({
      database: memoryAdapter(),
      plugins: [captcha(options as CaptchaOptions)],
      logger: { disabled: true },
    });
  const good = { provider: "google-recaptcha", secretKey };

  test.each<[string, object, string]>([
    ["no secret", { provider: "hcaptcha" }, "captcha.secretKey is missing"],
    ["an empty secret", { ...good, secretKey: " " }, "captcha.secretKey is missing"],
    ["an unknown service", { ...good, provider: "toString" }, 'captcha.provider is "toString"'],
    ["no paths", { ...good, endpoints: [] }, "captcha.endpoints is empty"],
    ["a path of none", { ...good, endpoints: ["/sign-in"] }, 'no endpoint has the path "/sign-in"'],
    ["an alias", { ...good, endpoints: ["/request-password-reset"] }, 'an alias of "/forget-password"'],
    ["a link", { ...good, endpoints: ["/verify-email"] }, "with a link"],
    ["plain http", { ...good, siteVerifyURLOverride: "http://x.test" }, "captcha.siteVerifyURLOverride"],
    ["a score over 1", { ...good, minScore: 5 }, "captcha.minScore is 5"],
    ["no hosts", { ...good, allowedHostnames: [] }, "captcha.allowedHostnames is empty"],
    ["a time limit of nothing", { ...good, timeLimitMs: 0 }, "captcha.timeLimitMs is 0"],
    ["a third way", { ...good, whenUnavailable: "maybe" }, 'captcha.whenUnavailable is "maybe"'],
  ])("%s: fails at start, by name", (_, options, message) => {
    expect(() => create(options)).toThrow(message);
  });
});
