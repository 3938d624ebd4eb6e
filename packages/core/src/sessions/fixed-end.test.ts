import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { defineUntypedEndpoint, type Endpoint } from "../plugin/endpoint.ts";
import { definePlugin } from "../plugin/plugin.ts";
import { sessionTable } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { findUserByEmail } from "../users/store.ts";
import { createSession } from "./create.ts";

describe("a session with a fixed end", () => {
  const day = 86_400;
  /** Signs Ann in with a session that ends after this many seconds. */
  const start = async (seconds: number, session: object = {}) => {
    const open: Endpoint<object, object> = defineUntypedEndpoint({
      method: "POST",
      path: "/doors/open-until",
      queryBudget: 9,
      async handle(_, context) {
        const user = (await findUserByEmail(context.db, "ann@example.com")) as UserRow;
        const endsAt = new Date(context.now().getTime() + seconds * 1000);
        const created = await createSession(context, { user, method: "door", provenFactors: ["door"], endsAt });
        return { kind: created.kind };
      },
    });
    const plugins = [definePlugin({ id: "doors", endpoints: { open } })];
    const it = await startAuth({ plugins, session });
    await it.browser().signUp("ann@example.com");
    const ann = it.browser();
    const { headers } = await ann.post("/doors/open-until");
    const read = async () => (await ann.get<{ session: { expiresAt: string } } | null>("/get-session")).body?.session;
    return { ...it, ann, headers, read };
  };

  test("expires at that time, and so does its cookie", async () => {
    const { headers, read, clock } = await start(3600);
    expect(headers.getSetCookie().find((line) => line.includes("session_token="))).toMatch(/Max-Age=3600;/);
    clock.advance(3599);
    expect(await read()).toMatchObject({ expiresAt: new Date(clock.now().getTime() + 1000).toISOString() });
    clock.advance(1);
    expect(await read()).toBeUndefined();
  });

  test("is extended up to its end, and no further", async () => {
    const { read, clock } = await start(10 * day);
    const end = new Date(clock.now().getTime() + 10 * day * 1000).toISOString();
    clock.advance(2 * day);
    expect(await read()).toMatchObject({ expiresAt: new Date(clock.now().getTime() + 7 * day * 1000).toISOString() });
    clock.advance(6 * day);
    expect(await read()).toMatchObject({ expiresAt: end });
    clock.advance(2 * day);
    expect(await read()).toBeUndefined();
  });

  test("isn't written on every request, even though it expires sooner than other sessions", async () => {
    const { auth, read, clock } = await start(3600);
    const revision = async () =>
      (await auth.$context.db.findMany(sessionTable, { limit: 9 })).map((row) => row.revision);
    const before = await revision();
    clock.advance(60);
    await read();
    expect(await revision()).toEqual(before);
  });

  test("ends in the cookie cache too", async () => {
    const { read, clock } = await start(100, { cookieCache: { enabled: true, maxAge: 300 } });
    expect(await read()).toBeDefined();
    clock.advance(100);
    expect(await read()).toBeUndefined();
  });

  test("doesn't affect sessions without a fixed end", async () => {
    const { browser, clock } = await start(3600);
    const ann = browser();
    await ann.signIn("ann@example.com");
    clock.advance(2 * day);
    const { body } = await ann.get<{ session: { expiresAt: string } }>("/get-session");
    expect(body.session.expiresAt).toBe(new Date(clock.now().getTime() + 7 * day * 1000).toISOString());
  });
});
