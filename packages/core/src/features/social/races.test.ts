import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ann, closeProviders, startSocial } from "../../../test/social-app.ts";
import { accountTable } from "../../tables/account.ts";
import { sessionTable } from "../../tables/session.ts";
import { userTable } from "../../tables/user.ts";

afterEach(closeProviders);

const home = "http://app.test/";
const errorOf = (url: URL): string | null => url.searchParams.get("error");

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("OAUTH-03: 20 concurrent callbacks with the same state create one session", async () => {
    const app = await startSocial({ database: opened.database });
    const person = app.browser();
    const trip = await app.begin(person);
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const state = trip.url.searchParams.get("state") as string;
    const nonce = trip.url.searchParams.get("nonce") as string;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.browser().get(`/callback/idp?state=${state}&code=${app.idp.authorize(ann, nonce)}`, { cookie }),
      ),
    );
    const ends = replies.map(({ headers }) => new URL(headers.get("location") as string));
    expect(ends.filter((url) => errorOf(url) === null)).toHaveLength(1);
    expect(ends.filter((url) => errorOf(url) === "please_restart_the_process")).toHaveLength(19);
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(1);
    expect(app.idp.count("/token")).toBe(1);
  });

  test("ten concurrent first sign-ins by the same person create one user", async () => {
    const app = await startSocial({ database: opened.database });
    const ends = await Promise.all(Array.from({ length: 10 }, () => app.signIn(app.browser(), ann)));
    expect(ends.map((url) => url.toString())).toEqual(Array(10).fill(home));
    const { db } = app.auth.$context;
    expect([await db.count(userTable, {}), await db.count(accountTable, {})]).toEqual([1, 1]);
    expect(await db.count(sessionTable, {})).toBe(10);
  });

  test("a sign-in takes at most five queries for an existing user, and at most six for a new one", async () => {
    const app = await startSocial({ database: opened.database });
    const cost = async (most: number): Promise<void> => {
      const trip = await app.begin(app.browser());
      opened.statements.length = 0;
      expect((await trip.back(ann)).headers.get("location")).toBe(home);
      const own = opened.statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
      expect(own.length, own.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(most);
    };
    await cost(6);
    await cost(5);
  });
});
