import { anonymous } from "@latchkey/anonymous";
import { outboxTable, sessionTable, tokenTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { createMailbox, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startStepUp } from "../../test/app.ts";
import { labelOf } from "./label.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const email = "ann@example.com";

interface Device {
  readonly id: string;
  readonly current: boolean;
  readonly label: string;
  readonly sessionId: string | null;
}

const devicesOf = async (browser: TestBrowser) => (await browser.get<Device[]>("/devices/list")).body;

function inNew(browser: TestBrowser, headers: Record<string, string> = {}) {
  return browser.post("/sign-in/email", { email, password: "correct horse battery" }, headers);
}

/** Waits until all emails are delivered. Returns how many new sign-in emails were sent. */
async function newSignIns({ auth, box }: Awaited<ReturnType<typeof startStepUp>>): Promise<number> {
  await vi.waitFor(async () => expect(await auth.$context.db.count(outboxTable, {})).toBe(0), 10_000);
  return box.mails.filter(({ sender }) => sender === "sendNewSignIn").length;
}

test("a new user's first sign-in sends no email, a sign-in in a new browser sends one, and one in a known browser sends none", async () => {
  const app = await startStepUp();
  const home = app.browser();
  await home.signUp(email);
  expect(await newSignIns(app)).toBe(0);
  const office = app.browser();
  await inNew(office, { "user-agent": firefox });
  const mail = await app.box.next("sendNewSignIn");
  expect(mail).toMatchObject({ to: email, mail: { label: "Firefox on Linux", ipAddress: "203.0.113.7" } });
  await inNew(office, { "user-agent": firefox });
  app.clock.advance(1);
  await inNew(home);
  expect(await newSignIns(app)).toBe(1);
  expect(await devicesOf(office)).toMatchObject([
    { current: false, label: "Unknown device" },
    { current: true, label: "Firefox on Linux" },
  ]);
});

test("a device has the session of its last sign-in, even if the user has other sessions", async () => {
  const app = await startStepUp();
  const home = app.browser();
  await home.signUp(email);
  const office = app.browser();
  await inNew(office);
  const sessionOf = async (browser: TestBrowser) =>
    (await browser.get<{ session: { id: string } }>("/get-session")).body.session.id;
  const first = await sessionOf(home);
  const sessions = async () => (await devicesOf(office)).map(({ sessionId }) => sessionId);
  expect(new Set(await sessions())).toEqual(new Set([first, await sessionOf(office)]));
  await inNew(home);
  const second = await sessionOf(home);
  expect(second).not.toBe(first);
  expect(new Set(await sessions())).toEqual(new Set([second, await sessionOf(office)]));
});

test("no email is sent for guests", async () => {
  const app = await startStepUp({}, {}, [anonymous()]);
  expect((await app.browser().post("/sign-in/anonymous")).status).toBe(200);
  expect(await newSignIns(app)).toBe(0);
  expect(await app.auth.$context.db.count(tokenTable, { where: { kind: "known-device" } })).toBe(0);
});

test("DEV-01: a browser that's known for one user is new for another, and the users' rows can't be joined", async () => {
  const app = await startStepUp();
  const shared = app.browser();
  await shared.signUp(email);
  await app.browser().signUp("bob@example.com");
  await shared.post("/sign-in/email", { email: "bob@example.com", password: "correct horse battery" });
  expect((await app.box.next("sendNewSignIn")).to).toBe("bob@example.com");
  const rows = await app.auth.$context.db.findMany(tokenTable, { where: { kind: "known-device" }, limit: 10 });
  expect(new Set(rows.map(({ identifier }) => identifier)).size).toBe(rows.length);
});

test("DEV-03: opening the link doesn't consume it, and only the button ends all sessions", async () => {
  const app = await startStepUp();
  const home = app.browser();
  await home.signUp(email);
  const thief = app.browser();
  await inNew(thief);
  const { url, token } = await app.box.next("sendNewSignIn");
  const path = url.replace("http://app.test/api/auth", "");
  for (let opened = 0; opened < 3; opened++) {
    const page = await app.browser().get<string>(path);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining("Secure my account")]);
  }
  expect((await thief.get("/assurance")).status).toBe(200);
  const done = await app.browser().post<string>("/devices/not-me", { token });
  expect(done.body).toContain("Your account is secured");
  expect((await app.box.next("sendResetPassword")).url).toContain(encodeURIComponent("/reset-password"));
  const { db } = app.auth.$context;
  expect([await db.count(sessionTable, {}), await db.count(tokenTable, { where: { kind: "known-device" } })]).toEqual([
    0, 0,
  ]);
  expect((await app.browser().post<string>("/devices/not-me", { token })).body).toContain("no longer valid");
});

test("without password resets, the page doesn't say that the account is secured", async () => {
  const app = await startStepUp({}, { emailAndPassword: { sendResetPassword: undefined } });
  await app.browser().signUp(email);
  await inNew(app.browser());
  const { token } = await app.box.next("sendNewSignIn");
  const question = await app.browser().get<string>(`/devices/not-me?token=${token}`);
  expect(question.body).toMatch(/We(?:'|&#39;)ll sign out every device\./);
  const done = await app.browser().post<string>("/devices/not-me", { token });
  expect(done.body).toContain("Every device was signed out");
  expect(done.body).toMatch(/Your password hasn(?:'|&#39;)t changed/);
  expect(done.body).not.toContain("secured");
});

test("in an app without passwords, the page doesn't mention them", async () => {
  const codes = createMailbox();
  const sendVerificationOTP = codes.sender("code", ({ email: to }) => String(to)) as never;
  const app = await startStepUp({}, { emailAndPassword: { enabled: false } }, [emailOTP({ sendVerificationOTP })]);
  for (const browser of [app.browser(), app.browser()]) {
    await browser.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const { otp } = (await codes.next("code", email)).mail;
    expect((await browser.post("/sign-in/email-otp", { email, otp, name: "Ann" })).status).toBe(200);
    app.clock.advance(60);
  }
  const { token } = await app.box.next("sendNewSignIn");
  const question = await app.browser().get<string>(`/devices/not-me?token=${token}`);
  const done = await app.browser().post<string>("/devices/not-me", { token });
  expect(done.body).toContain("Every device was signed out");
  expect(question.body + done.body).not.toContain("password");
});

test("an attacker can't revoke the link by changing the password", async () => {
  const app = await startStepUp();
  await app.browser().signUp(email);
  const thief = app.browser();
  await inNew(thief);
  const { token } = await app.box.next("sendNewSignIn");
  const body = { currentPassword: "correct horse battery", newPassword: "the thief's password" };
  expect((await thief.post("/change-password", body)).status).toBe(200);
  expect((await app.browser().post<string>("/devices/not-me", { token })).body).toContain("Your account is secured");
});

test("DEV-04: a forgotten device is new again, and users can't forget others' devices", async () => {
  const app = await startStepUp();
  const home = app.browser();
  await home.signUp(email);
  const bob = app.browser();
  await bob.signUp("bob@example.com");
  const [device] = await devicesOf(home);
  await bob.post("/devices/forget", { id: device?.id });
  expect(await devicesOf(home)).toHaveLength(1);
  expect((await home.post("/devices/forget", { id: device?.id })).status).toBe(200);
  expect(await devicesOf(home)).toEqual([]);
  await inNew(home);
  expect(await newSignIns(app)).toBe(1);
  expect(await devicesOf(home)).toHaveLength(1);
});

test("DEV-05: a password change and a recovery forget all devices", async () => {
  const app = await startStepUp();
  const home = app.browser();
  await home.signUp(email);
  const body = { currentPassword: "correct horse battery", newPassword: "another good password" };
  expect((await home.post("/change-password", body)).status).toBe(200);
  expect(await devicesOf(home)).toEqual([]);
  await app.browser().post("/sign-in/email", { email, password: "another good password" });
  const count = () => app.auth.$context.db.count(tokenTable, { where: { kind: "known-device" } });
  expect(await count()).toBe(1);
  expect(await app.reset(email, "a third good password")).toBe(200);
  expect(await count()).toBe(0);
});

test("DEV-06: a sign-in succeeds even if the email can't be sent", async () => {
  const app = await startStepUp();
  await app.browser().signUp(email);
  app.box.fail = () => Promise.reject(new Error("The mail server is down."));
  const office = app.browser();
  expect((await inNew(office)).status).toBe(200);
  expect((await office.get("/assurance")).status).toBe(200);
});

test("DEV-07: the 21st device replaces the least recently used one", async () => {
  const app = await startStepUp();
  const home = app.browser();
  await home.signUp(email);
  const [oldest] = await devicesOf(home);
  let last = home;
  for (let at = 0; at < 20; at++) {
    app.clock.advance(60);
    last = app.browser();
    await inNew(last);
  }
  const devices = await devicesOf(last);
  expect([devices.length, devices.some(({ id }) => id === oldest?.id)]).toEqual([20, false]);
});

test("a label contains the browser and the operating system, but nothing else from the header", () => {
  const chrome =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  expect(labelOf(firefox)).toBe("Firefox on Linux");
  expect(labelOf(chrome)).toBe("Chrome on macOS");
  expect(labelOf(chrome.replace("Chrome", "HeadlessChrome"))).toBe("Chrome on macOS");
  expect(labelOf("<script>alert(1)</script>")).toBe("Unknown device");
  expect(labelOf(null)).toBe("Unknown device");
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("every call sends at most the queries it declares", async () => {
    // The app sends no reset emails, because delivering one isn't part of the call.
    const emailAndPassword = { sendResetPassword: undefined };
    const app = await startStepUp({}, { database: opened.database, emailAndPassword });
    const counted = async (work: () => Promise<unknown>): Promise<number> => {
      opened.statements.length = 0;
      await work();
      return opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox", "rateLimit"].includes(table ?? ""),
      ).length;
    };
    const home = app.browser();
    await home.signUp(email);
    await inNew(app.browser());
    const { token } = await app.box.next("sendNewSignIn");
    await app.browser().signUp("bob@example.com");
    await app.browser().post("/sign-in/email", { email: "bob@example.com", password: "correct horse battery" });
    const { token: another } = await app.box.next("sendNewSignIn");
    await newSignIns(app);
    const [device] = await devicesOf(home);
    const headers = home.headers();
    const calls = {
      assurance: () => home.get("/assurance"),
      requireAssurance: () => app.auth.api.requireAssurance({ headers, body: { maxAge: 300 } }),
      listKnownDevices: () => devicesOf(home),
      forgetKnownDevice: () => home.post("/devices/forget", { id: device?.id }),
      notMePage: () => home.get(`/devices/not-me?token=${token}`),
      notMe: () => app.browser().post("/devices/not-me", { token }),
      reportSignIn: () => app.browser().post("/devices/report", { token: another }),
    };
    const { endpoints } = app.auth.$context.extensions;
    for (const [name, call] of Object.entries(calls))
      expect(await counted(call), name).toBeLessThanOrEqual(endpoints[name]?.queryBudget ?? 0);
  });

  test("DEV-02: 20 parallel first sign-ins in one browser send one email", async () => {
    const app = await startStepUp({}, { database: opened.database });
    await app.browser().signUp(email);
    const office = app.browser();
    // The browser gets its id from the first sign-in.
    await office.signUp("bob@example.com");
    const tabs = Array.from({ length: 20 }, () => {
      const tab = app.browser();
      for (const [name, value] of office.cookies) tab.cookies.set(name, value);
      return tab;
    });
    const replies = await Promise.all(tabs.map((tab) => inNew(tab)));
    expect(replies.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(await newSignIns(app)).toBe(1);
  });
});

test("the app's page can report a sign-in once with the email's token, and scanners change nothing", async () => {
  const app = await startStepUp({ notMeURL: "/not-me" });
  const home = app.browser();
  await home.signUp(email);
  await inNew(app.browser());
  const { mail } = await app.box.next("sendNewSignIn");
  const url = new URL(String(mail.url));
  expect([url.origin, url.pathname, url.searchParams.get("token")]).toEqual(["http://app.test", "/not-me", mail.token]);
  const report = () => app.browser().post("/devices/report", { token: mail.token });
  expect((await report()).body).toEqual({ status: true, resetEmailSent: true });
  expect((await home.get("/get-session")).body).toBeNull();
  expect((await app.box.next("sendResetPassword")).to).toBe(email);
  const again = await report();
  expect([again.status, again.body.code]).toEqual([400, "INVALID_TOKEN"]);
});
