/** Checks that the username in a sign-up doesn't reveal who has an account, if emails must be verified. */

import { createMailbox, mailOptions, outboxEmpty, startAuth, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { username } from "./plugin.ts";

const password = "a few words in a row";
const own = "the owner's own password";

const outcome = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];

describe.each(quickDatabases)("on $name", ({ open }) => {
  const start = async () => {
    const { database, close } = await open();
    const box = createMailbox();
    const mails = mailOptions(box);
    const emailAndPassword = { ...mails.emailAndPassword, requireEmailVerification: true };
    const app = await startAuth({ ...mails, database, emailAndPassword, plugins: [username()] } as never);
    await app.browser().signUp("ann@example.com", own);
    const user = { name: "user", columns: {} } as never;
    await app.auth.$context.db.update(user, { where: {}, set: { emailVerified: true } as never });
    const signUp = (email: string, name: string, browser = app.browser()) =>
      browser.post("/sign-up/email", { name: "X", email, password, username: name });
    return { ...app, close, signUp, box };
  };
  type App = Awaited<ReturnType<typeof start>>;

  /** Returns everything that a stranger sees after signing up with this email and username. */
  const seen = async ({ browser, auth, signUp }: App, email: string, name: string) => {
    const { stats } = auth.$context.passwords as unknown as { stats: { computed: number } };
    const answers: unknown[] = [outcome(await signUp(email, name))];
    const signIn = (given: string) =>
      browser().post("/sign-in/username", { username: name.toUpperCase(), password: given });
    for (const given of [password, "another password"]) {
      const before = stats.computed;
      const { status, body, headers } = await signIn(given);
      answers.push([status, body, [...headers.keys()], stats.computed - before]);
    }
    answers.push((await browser().post("/is-username-available", { username: name })).body);
    answers.push(outcome(await signUp("third@example.com", name)));
    answers.push(outcome(await signUp(email, name)));
    await outboxEmpty(auth);
    return answers;
  };

  test("ENUM-15, ENUM-16: signing in with the username, and checking it, look the same for a free and a taken email", async () => {
    const app = await start();
    const free = await seen(app, "free@example.com", "freddy");
    expect(free).toEqual([
      [200, undefined],
      [403, expect.objectContaining({ code: "EMAIL_NOT_VERIFIED" }), expect.any(Array), 1],
      [401, expect.objectContaining({ code: "INVALID_USERNAME_OR_PASSWORD" }), expect.any(Array), 1],
      { available: false },
      [422, "USERNAME_IS_ALREADY_TAKEN"],
      [422, "USERNAME_IS_ALREADY_TAKEN"],
    ]);
    expect(await seen(app, "ann@example.com", "annabel")).toEqual(free);
    await app.close();
  });

  test("ENUM-16: the email's owner can use the username, and after 30 days anyone can", async () => {
    const { browser, clock, signUp, close } = await start();
    await signUp("ann@example.com", "annabel");
    await signUp("ann@example.com", "annie");
    const ann: TestBrowser = browser();
    await ann.signIn("ann@example.com", own);
    expect((await ann.post("/update-user", { username: "annabel" })).status).toBe(200);
    expect((await browser().post("/is-username-available", { username: "annie" })).body).toEqual({ available: false });
    clock.advance(30 * 86_400);
    expect((await browser().post("/is-username-available", { username: "annie" })).body).toEqual({ available: true });
    expect((await signUp("bob@example.com", "annie")).status).toBe(200);
    await close();
  });
});
