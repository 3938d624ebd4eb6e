import { outboxEmpty, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { email, navigation, startLinks } from "../test/app.ts";

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("MAGIC-02: one of 20 users who open a link concurrently is signed in", async () => {
    const { database, close } = await open();
    const { browser, link, session } = await startLinks({}, { database });
    const { token } = await link(browser());
    const all = Array.from({ length: 20 }, () => browser());
    const replies = await Promise.all(all.map((one) => one.post("/magic-link/verify", { token })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "INVALID_TOKEN")).toHaveLength(19);
    expect((await Promise.all(all.map(session))).filter((one) => one === email)).toHaveLength(1);
    await close();
  });

  test("MAGIC-05: after the owner signs in, no one else can use an account that someone else created with the email", async () => {
    const { database, close } = await open();
    const { browser, link, session } = await startLinks({}, { database });
    const planter = browser();
    await planter.signUp(email, "the planter's password");
    const ann = browser();
    await ann.get((await link(ann)).path, navigation);
    expect([await session(ann), await session(planter)]).toEqual([email, null]);
    expect((await browser().signIn(email, "the planter's password")).status).toBe(401);
    expect((await ann.get<{ user: { emailVerified: boolean } }>("/get-session")).body.user.emailVerified).toBe(true);
    await close();
  });

  test("MAGIC-02: two concurrent links of a new email create one user", async () => {
    const { database, close } = await open();
    const { browser, link, auth } = await startLinks({}, { database });
    const tokens = [await link(browser()), await link(browser())].map(({ token }) => token);
    const replies = await Promise.all(tokens.map((token) => browser().post("/magic-link/verify", { token })));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(await auth.$context.db.count({ name: "user", columns: {} } as never, {})).toBe(1);
    await close();
  });
  test("every call sends at most the queries it declares", async () => {
    const { database, statements, close } = await open();
    const { browser, auth, box, post } = await startLinks({}, { database });
    const deliveries = ["/sign-in/magic-link"];
    const counted = async (path: string, work: () => Promise<{ status: number }>) => {
      statements.length = 0;
      const { status } = await work();
      const sent = statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox", "rateLimit"].includes(table ?? ""),
      ).length;
      const { queryBudget = 0 } =
        Object.values(auth.$context.extensions.endpoints).find((endpoint) => endpoint.path === path) ?? {};
      // The email may be prepared meanwhile, by an outbox that isn't counted.
      const prepared = deliveries.includes(path) ? 1 : 0;
      const allowed = queryBudget + prepared;
      expect([path, status < 400, Math.max(sent, allowed)]).toEqual([path, true, allowed]);
    };
    const token = async (one: TestBrowser) => {
      await counted("/sign-in/magic-link", () => one.post("/sign-in/magic-link", { email }));
      return (await box.next("magicLink")).token;
    };
    await browser().signUp(email);
    // First the link reclaims the account, then it signs in a known user, and then it's opened in a session.
    const ann = browser();
    for (const one of [browser(), ann, ann]) {
      const secret = await token(one);
      await outboxEmpty(auth);
      await counted("/magic-link/verify", () => post(one, secret));
      await outboxEmpty(auth);
    }
    await close();
  });
});
