import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { username } from "@latchkey/username";
import { describe, expect, test } from "vitest";

const email = "ann@example.com";
/** Tests only the limit per identifier. Each request comes from a different IP address. */
const limited = { rateLimit: { enabled: true } } as const;
let last = 0;
const elsewhere = () => `203.0.113.${++last % 250}`;

async function withAnn(options = {}) {
  const app = await startAuth({ ...limited, ...options });
  const ann = app.browser(elsewhere());
  await ann.signUp(email);
  ann.cookies.delete("latchkey.session_token");
  const guess = (who = email, password = "a wrong password") => app.browser(elsewhere()).signIn(who, password);
  const statuses = async (count: number, who = email) => {
    const seen: number[] = [];
    for (let i = 0; i < count; i++) seen.push((await guess(who)).status);
    return seen;
  };
  return { ...app, ann, guess, statuses };
}

const ten = Array.from({ length: 10 }, () => 401);

describe("guesses at one account's password from many clients", () => {
  test.each(["memory", "database"] as const)(
    "RATE-08, ENUM-12: only ten guesses in five minutes are checked, whether or not the account exists (%s)",
    async (storage) => {
      const { guess, statuses, clock, auth } = await withAnn({ rateLimit: { enabled: true, storage } });
      const answers: unknown[] = [];
      for (const who of [email, "nobody@example.com"]) {
        expect(await statuses(10, who)).toEqual(ten);
        const { stats } = auth.$context.passwords as unknown as { stats: { computed: number } };
        const before = stats.computed;
        const { status, body, headers, setCookies } = await guess(who, testPassword);
        expect(stats.computed).toBe(before);
        answers.push({ status, body, headers: [...headers], setCookies });
      }
      expect(answers[0]).toMatchObject({ status: 429, setCookies: [] });
      expect(answers[1]).toEqual(answers[0]);
      // Regardless of case.
      expect((await guess("ANN@Example.com")).status).toBe(429);
      clock.advance(300);
      expect((await guess(email, testPassword)).status).toBe(200);
    },
  );

  test("RATE-08: only ten of 60 concurrent guesses from different addresses are checked", async () => {
    const { guess } = await withAnn();
    const replies = await Promise.all(Array.from({ length: 60 }, () => guess()));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(50);
  });

  test("RATE-08: guesses by username are counted separately from guesses by email, so the counts don't reveal which username has which email", async () => {
    const { auth, browser, statuses } = await withAnn({ plugins: [username()] });
    const body = { name: "Bob", email: "bob@example.com", password: testPassword, username: "bobby" };
    await browser(elsewhere()).post("/sign-up/email", body);
    const byName = (name: string) =>
      browser(elsewhere()).post("/sign-in/username", { username: name, password: "a wrong password" });
    for (const name of ["bobby", "nobody"]) {
      for (let i = 0; i < 10; i++) expect((await byName(name)).status).toBe(401);
      const refused = await byName(name.toUpperCase());
      expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    }
    expect(await statuses(1, "bob@example.com")).toEqual([401]);
    expect(auth.$context.settings.rateLimit.passwordGuesses).toEqual({ window: 300, max: 10 });
  });

  test("RATE-08: guesses don't lock the owner out of a browser that they've signed in with before", async () => {
    const { ann, browser, guess, statuses } = await withAnn();
    await statuses(11);
    expect((await guess(email, testPassword)).status).toBe(429);
    expect((await ann.signIn(email)).status).toBe(200);
    // That browser gets the same number of attempts as any other.
    const cookie = `latchkey.known_browser=${ann.cookies.get("latchkey.known_browser")}`;
    const origin = "http://app.test";
    const again = (who: string, password: string) =>
      browser(elsewhere()).post("/sign-in/email", { email: who, password }, { cookie, origin });
    for (let i = 0; i < 9; i++) expect((await again(email, "a wrong password")).status).toBe(401);
    expect((await again(email, testPassword)).status).toBe(429);
    // The browser is known for only one identifier.
    await statuses(10, "bob@example.com");
    expect((await again("bob@example.com", "a wrong password")).status).toBe(429);
  });

  test("RATE-08: a made-up or edited cookie doesn't make a browser known", async () => {
    const { ann, browser, statuses } = await withAnn();
    const genuine = decodeURIComponent(ann.cookies.get("latchkey.known_browser") ?? "");
    expect(genuine).toMatch(/^\w{32}\.[\w+/]{43}=$/);
    await statuses(10);
    const [id = "", signature = ""] = genuine.split(".");
    const otherId = (id.startsWith("x") ? "y" : "x") + id.slice(1);
    const forged = ["", ".", id, `${id}.`, `${otherId}.${signature}`, `${id}x.${signature}`, "__proto__.x", "%"];
    for (const value of forged) {
      const headers = { cookie: `latchkey.known_browser=${encodeURIComponent(value)}`, origin: "http://app.test" };
      const reply = await browser(elsewhere()).post("/sign-in/email", { email, password: testPassword }, headers);
      expect([value, reply.status]).toEqual([value, 429]);
    }
  });

  test("RATE-08: a browser that's known for another email gets no separate attempts", async () => {
    const { browser, statuses } = await withAnn();
    // With an ambiguous signature, the cookie of browser "id" for "x|ann@example.com" could pass for that of browser
    // "id|x" for Ann.
    const thief = browser(elsewhere());
    await thief.signUp(`x|${email}`);
    const [id = "", signature = ""] = decodeURIComponent(thief.cookies.get("latchkey.known_browser") ?? "").split(".");
    expect(signature).toHaveLength(44);
    expect(await statuses(11)).toEqual([...ten, 429]);
    for (const planted of [`${id}|x.${signature}`, `${id}","x.${signature}`]) {
      const headers = { cookie: `latchkey.known_browser=${encodeURIComponent(planted)}`, origin: "http://app.test" };
      const reply = await browser(elsewhere()).post("/sign-in/email", { email, password: "a wrong password" }, headers);
      expect([planted, reply.status]).toEqual([planted, 429]);
    }
  });

  test("RATE-08: after a password change, only the browser that changed it gets separate attempts, not others that signed in with the old password", async () => {
    const box = createMailbox();
    const { ann, browser, guess, statuses } = await withAnn(mailOptions(box));
    const thief = browser(elsewhere());
    await thief.signIn(email);
    const cookieOf = ({ cookies }: typeof ann) => ({
      cookie: `latchkey.known_browser=${cookies.get("latchkey.known_browser")}`,
      origin: "http://app.test",
    });
    const by = (who: typeof ann, password: string) =>
      browser(elsewhere()).post("/sign-in/email", { email, password }, cookieOf(who));
    expect((await ann.signIn(email)).status).toBe(200);
    const changed = { currentPassword: testPassword, newPassword: "the second password" };
    expect((await ann.post("/change-password", changed)).status).toBe(200);
    await statuses(10);
    expect((await by(thief, "a wrong password")).status).toBe(429);
    expect((await by(ann, "a wrong password")).status).toBe(401);
    // The same applies after a reset, such as by the owner of an email that someone else signed up with.
    const owner = browser(elsewhere());
    await owner.post("/forget-password", { email });
    const { token } = await box.next("sendResetPassword");
    await owner.post("/reset-password", { token, newPassword: "the third password" });
    expect((await by(ann, "a wrong password")).status).toBe(429);
    expect((await by(owner, "the third password")).status).toBe(200);
    expect((await guess(email, "the third password")).status).toBe(429);
  });

  test("RATE-08: a user locked out by strangers' guesses can sign in with a new password, and is recognized from then on", async () => {
    const box = createMailbox();
    const { browser, guess, statuses } = await withAnn(mailOptions(box));
    await statuses(10);
    const device = browser(elsewhere());
    await device.post("/forget-password", { email });
    const { token } = await box.next("sendResetPassword");
    await device.post("/reset-password", { token, newPassword: "another good password" });
    expect((await guess(email, "another good password")).status).toBe(429);
    expect((await device.signIn(email, "another good password")).status).toBe(200);
  });

  test("no browser is remembered if rate limits are off or guesses aren't counted", async () => {
    for (const rateLimit of [{ enabled: false }, { enabled: true, passwordGuesses: false as const }]) {
      const { ann, statuses } = await withAnn({ rateLimit });
      expect([...ann.cookies.keys()]).toEqual([]);
      expect(await statuses(12)).toEqual([...ten, 401, 401]);
    }
  });
});

test("ENUM-12, RATE-08: emails to one address are limited, without revealing whether it has an account", async () => {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { browser } = await withAnn(mails);
  for (const path of ["/forget-password", "/send-verification-email"]) {
    const answers = new Map<string, string[]>();
    for (const who of [email, "nobody@example.com"]) {
      const seen: string[] = [];
      for (let i = 0; i < 14; i++) {
        const { status, body, headers } = await browser(elsewhere()).post(path, { email: who });
        seen.push(JSON.stringify([status, body, [...headers]]));
      }
      answers.set(who, seen);
    }
    expect(answers.get(email)).toEqual(answers.get("nobody@example.com"));
    expect(new Set(answers.get(email)).size).toBe(1);
  }
  const sent = box.mails.filter(({ to }) => to === email).map(({ sender }) => sender);
  for (const sender of ["sendResetPassword", "sendVerificationEmail"]) {
    expect(sent.filter((one) => one === sender).length).toBeLessThanOrEqual(10);
  }
});

describe("RATE-08: no one can flood another person's mailbox", () => {
  const most = 10;
  const sentTo = (box: ReturnType<typeof createMailbox>, address: string) =>
    box.mails.filter(({ to }) => to === address).length;
  const times = async (count: number, act: (at: number) => Promise<unknown>) => {
    for (let at = 0; at < count; at++) await act(at);
  };

  async function start(options: object = {}) {
    const box = createMailbox();
    const mails = mailOptions(box);
    const app = await startAuth({
      ...mails,
      ...limited,
      emailAndPassword: { ...mails.emailAndPassword, requireEmailVerification: true },
      ...options,
    } as object);
    const signUp = () => app.browser(elsewhere()).post("/sign-up/email", { name: "A", email, password: testPassword });
    return { ...app, box, signUp };
  }

  test("ENUM-12: by signing up with its email, if that's taken; the response stays the same", async () => {
    const { box, signUp, auth } = await start();
    const answers = new Set<string>();
    await times(25, async () => {
      const { status, body } = await signUp();
      answers.add(JSON.stringify([status, Object.keys(body), (body as { token: unknown }).token]));
    });
    expect(answers.size).toBe(1);
    await outboxEmpty(auth);
    expect(sentTo(box, email)).toBe(most);
  });

  test("or use up the limit for the email that a new user needs", async () => {
    const { box, browser, signUp, auth } = await start({ plugins: [username()] });
    const first = { name: "B", email: "bob@example.com", password: testPassword, username: "bobby" };
    await browser(elsewhere()).post("/sign-up/email", first);
    await times(15, async () => {
      const { status } = await browser(elsewhere()).post("/sign-up/email", { ...first, email });
      expect(status).toBe(422);
    });
    await signUp();
    await outboxEmpty(auth);
    expect(sentTo(box, email)).toBe(1);
  });

  test("by signing in with an email that must be verified first", async () => {
    const { box, browser, signUp, auth } = await start({
      rateLimit: { enabled: true, passwordGuesses: false },
    });
    await signUp();
    await times(25, async () => {
      const { body } = await browser(elsewhere()).signIn(email);
      expect(body).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
    });
    await outboxEmpty(auth);
    // The first email is from the sign-up.
    expect(sentTo(box, email)).toBe(1 + most);
  });

  test("by asking to delete an account with that email", async () => {
    const { emailAndPassword } = mailOptions(createMailbox());
    const { box, browser, signUp, auth } = await start({ emailAndPassword });
    const { body } = await signUp();
    const authorization = `Bearer ${(body as { token: string }).token}`;
    await times(25, async () => {
      const { status } = await browser(elsewhere()).post("/delete-user", {}, { authorization });
      expect(status).toBe(200);
    });
    await outboxEmpty(auth);
    expect(sentTo(box, email)).toBe(most);
  });

  test("by changing another account's email to it and back", async () => {
    const mails = mailOptions(createMailbox());
    const { box, browser, auth } = await start({
      emailAndPassword: mails.emailAndPassword,
      rateLimit: { enabled: true, passwordGuesses: false },
    });
    const thief = browser(elsewhere());
    await thief.signUp("thief@example.com");
    await times(15, async (at) => {
      const as = browser(elsewhere());
      for (const [name, value] of thief.cookies) as.cookies.set(name, value);
      for (const newEmail of [email, `thief${at}@example.com`]) {
        const { status } = await as.post("/change-email", { newEmail, currentPassword: testPassword });
        expect([at, newEmail, status]).toEqual([at, newEmail, 200]);
      }
    });
    await outboxEmpty(auth);
    expect(sentTo(box, email)).toBe(most);
  });
});
