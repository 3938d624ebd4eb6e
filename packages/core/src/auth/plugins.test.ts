/** A third-party plugin that uses every extension point, built only with public exports. */

import { AuthError, type Plugin, type User } from "@latchkey/core";
import { defineTable, type Table } from "@latchkey/core/database";
import {
  type CoreModels,
  changeSession,
  createMessage,
  createSession,
  defineEndpoint,
  defineGuard,
  definePlugin,
  defineUntypedEndpoint,
  type Endpoint,
  type EndpointOf,
  enqueueMessage,
  fail,
  findUserByEmail,
  type Guard,
  incrementUserEpoch,
  type Models,
  type PluginTypes,
  readJoinedSession,
  requireFreshSession,
  requireSession,
  type SessionQuery,
  syncSessionCookies,
} from "@latchkey/core/plugin";
import { anything, type Shape } from "@latchkey/core/shapes";
import { startAuth } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";

interface BadgeRow {
  readonly id: string;
  readonly userId: string;
  readonly clubId: string;
  readonly role: string;
}

const badgeTable: Table<BadgeRow> = defineTable<BadgeRow>({
  name: "badge",
  columns: {
    userId: { type: "string", references: { table: "user", column: "id" } },
    clubId: { type: "string" },
    role: { type: "string" },
  },
  uniques: [["clubId", "userId"]],
});

const clubErrors = {
  NOT_A_MEMBER: { status: 403, message: "You are not a member of this club." },
  CLUB_CLOSED: { status: 403, message: "The club is closed." },
} as const;

const badgeJoin = { badge: { table: badgeTable, on: { userId: "userId", clubId: "clubId" } } } as const;

const requireBadge: Guard<{ badge: BadgeRow }, keyof typeof clubErrors> = defineGuard({
  name: "requireBadge",
  errors: clubErrors,
  sessionJoins: badgeJoin,
  async check(context) {
    const active = await readJoinedSession(context, badgeJoin);
    return { badge: active?.joined.badge ?? fail(clubErrors, "NOT_A_MEMBER") };
  },
});

interface ClubCalls<M extends Models = CoreModels> {
  readonly clubWho: SessionQuery<void, { role: string; user?: M["user"] }, keyof typeof clubErrors>;
}

const whoAmI: EndpointOf<ClubCalls["clubWho"]> = defineEndpoint({
  method: "GET",
  path: "/club/who-am-i",
  output: anything as Shape<{ role: string }>,
  guards: [requireSession, requireBadge],
  queryBudget: 1,
  // The guards add both values, with types.
  handle: (_, { badge, user }) => ({ role: `${user.name}: ${badge.role}` }),
});

const vault: Endpoint<unknown, { gold: true }> = defineUntypedEndpoint({
  method: "POST",
  path: "/club/vault",
  guards: [requireFreshSession],
  queryBudget: 1,
  handle: () => ({ gold: true }),
});

const join: Endpoint<unknown, { sent: true }> = defineUntypedEndpoint({
  method: "POST",
  path: "/club/join",
  guards: [requireSession],
  queryBudget: 2,
  async handle(_, context) {
    const { session, user } = context;
    const changed = await context.db.transaction(async (tx) => {
      await tx.insert(badgeTable, {
        id: `badge-${context.user.id}`,
        userId: context.user.id,
        clubId: "club",
        role: "guest",
      });
      await enqueueMessage(tx, context, createMessage(context, "club.welcome", { to: context.user.email }));
      return changeSession(tx, { session, user }, () => ({ clubId: "club" }));
    });
    syncSessionCookies(context, changed);
    return { sent: true };
  },
});

interface ClubTypes extends PluginTypes {
  readonly user: { readonly vip: boolean };
  readonly session: { readonly clubId: string | null };
  readonly newUser: object;
  readonly calls: ClubCalls<this["$app"]>;
  readonly client: object;
  readonly stores: object;
}

interface ClubPlugin extends Plugin<ClubTypes> {
  readonly id: "club";
}

function club(welcomed: unknown[] = []): ClubPlugin {
  return definePlugin<ClubPlugin>({
    id: "club",
    tables: [
      badgeTable,
      { extends: "user", columns: { vip: { type: "boolean", default: false } } },
      { extends: "session", columns: { clubId: { type: "string", nullable: true } } },
    ],
    endpoints: { clubWho: whoAmI, clubVault: vault, clubJoin: join },
    errors: clubErrors,
    outbox: {
      "club.welcome": async (payload, _context, { key }) => void welcomed.push({ ...(payload as object), key }),
    },
    gates: [
      {
        name: "closed",
        kind: "refuse",
        check: ({ user }) => {
          if (user.email.startsWith("banned")) fail(clubErrors, "CLUB_CLOSED");
          return undefined;
        },
      },
      {
        name: "riddle",
        kind: "challenge",
        check: ({ user, proofs }) =>
          user.email.startsWith("riddled") && !proofs.riddle
            ? { response: { riddle: "What walks on four legs?" } }
            : undefined,
      },
    ],
  });
}

describe.each(quickDatabases)("a plugin on $name", ({ open }) => {
  test("joins its row to the session read: a permission check needs no second query", async () => {
    const opened = await open();
    const welcomed: { to: string; key: string }[] = [];
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [club(welcomed)] });
    const ann = browser();
    await ann.signUp("ann@example.com");
    expect((await ann.get("/club/who-am-i")).body).toMatchObject({ code: "NOT_A_MEMBER" });
    expect((await ann.post("/club/join")).body).toEqual({ sent: true });
    opened.statements.length = 0;
    expect((await ann.get("/club/who-am-i")).body).toEqual({ role: "ann: guest" });
    expect(opened.statements.filter(({ table }) => table !== "outbox")).toHaveLength(1);
    const session = await auth.api.getSession({
      headers: { cookie: [...ann.cookies].map(([k, v]) => `${k}=${v}`).join("; ") },
    });
    // The types include the plugin's additions.
    const vip: boolean | undefined = session?.user.vip;
    const clubId: string | null | undefined = session?.session.clubId;
    expect([vip, clubId]).toEqual([false, "club"]);
    await expect.poll(() => welcomed).toEqual([{ to: "ann@example.com", key: expect.any(String) }]);
    await opened.close();
  });
});

describe("gates", () => {
  test("a gate that rejects stops every sign-in method, and no session is created", async () => {
    const { browser, auth } = await startAuth({ plugins: [club()] });
    const { status, body, setCookies } = await browser().signUp("banned@example.com");
    expect([status, body, setCookies]).toEqual([403, { code: "CLUB_CLOSED", message: "The club is closed." }, []]);
    expect(await findUserByEmail(auth.$context.db, "banned@example.com")).toBeNull();
  });

  test("TFA-01, SESS-09: a challenge replaces the session: no token, no cookie, no row", async () => {
    const { browser, auth } = await startAuth({
      plugins: [club()],
      session: { cookieCache: { enabled: true } },
      emailAndPassword: { enabled: true, autoSignIn: false },
    });
    await browser().signUp("riddled@example.com");
    const { body, setCookies } = await browser().signIn("riddled@example.com");
    expect(body).toEqual({ riddle: "What walks on four legs?" });
    expect(setCookies).toEqual([]);
    expect(await auth.$context.db.count({ name: "session", columns: {} } as never, {})).toBe(0);
  });

  test("the gate allows the sign-in once the user has provided the proof", async () => {
    const solve: Endpoint<unknown, object> = defineUntypedEndpoint({
      method: "POST",
      path: "/club/solve",
      queryBudget: 2,
      async handle(_, context) {
        const user = (await findUserByEmail(context.db, "riddled@example.com")) ?? fail(clubErrors, "NOT_A_MEMBER");
        const created = await createSession(context, { user, method: "riddle", provenFactors: ["riddle"] });
        return { kind: created.kind };
      },
    });
    const { browser } = await startAuth({
      plugins: [club(), definePlugin({ id: "solver", endpoints: { solve } })],
      emailAndPassword: { enabled: true, autoSignIn: false },
    });
    const ann = browser();
    await ann.signUp("riddled@example.com");
    expect((await ann.post("/club/solve")).body).toEqual({ kind: "session" });
    expect((await ann.get<{ user: User }>("/get-session")).body.user.email).toBe("riddled@example.com");
  });
});

describe("freshness", () => {
  test("SESS-24: the error for an old session lists the accepted proofs, and refreshing makes the session fresh unless proofs are required", async () => {
    const day = 86_400;
    const outcomes: unknown[] = [];
    for (const freshBy of ["updatedAt", "proof"] as const) {
      const { browser, clock } = await startAuth({ plugins: [club()], session: { freshBy } });
      const ann = browser();
      await ann.signUp("ann@example.com");
      expect((await ann.post("/club/vault")).body).toEqual({ gold: true });
      clock.advance(day - 1);
      expect((await ann.post("/club/vault")).status).toBe(200);
      clock.advance(1);
      const refused = await ann.post("/club/vault");
      expect([refused.status, refused.body]).toEqual([
        403,
        { code: "SESSION_NOT_FRESH", message: "Session is not fresh", proof: ["password"] },
      ]);
      await ann.get("/get-session");
      outcomes.push((await ann.post("/club/vault")).status);
    }
    expect(outcomes).toEqual([200, 403]);
  });

  test("a fresh age of 0 makes every session fresh", async () => {
    const { browser, clock } = await startAuth({ plugins: [club()], session: { freshAge: 0 } });
    const ann = browser();
    await ann.signUp("ann@example.com");
    clock.advance(5 * 86_400);
    expect((await ann.post("/club/vault")).status).toBe(200);
  });
});

test("createAuth throws for an invalid plugin", async () => {
  const extended = definePlugin({ id: "x", tables: [{ extends: "user", columns: { needed: { type: "string" } } }] });
  await expect(startAuth({ plugins: [extended] })).rejects.toThrow('"user.needed" is added to an existing table');
  const dangling = definePlugin({
    id: "x",
    tables: [
      {
        name: "t",
        columns: { id: { type: "string" }, r: { type: "string", references: { table: "nowhere", column: "id" } } },
      } as never,
    ],
  });
  await expect(startAuth({ plugins: [dangling] })).rejects.toThrow('references "nowhere"');
  await expect(
    startAuth({ plugins: [club(), definePlugin({ id: "y", endpoints: { clubWho: whoAmI } })] }),
  ).rejects.toThrow('"clubWho"');
  expect(new AuthError("X", { status: 400, message: "m" })).toBeInstanceOf(Error);
});

test("a user's epoch increases when others change their permissions", async () => {
  const { auth, browser } = await startAuth();
  const { body } = await browser().signUp("ann@example.com");
  await incrementUserEpoch(auth.$context.db, body.user.id);
  expect((await findUserByEmail(auth.$context.db, "ann@example.com"))?.epoch).toBe(1);
});

describe("apiName", () => {
  const named = (apiName: string) => definePlugin({ id: "notes", apiName, endpoints: { listNotes } });
  const listNotes = defineUntypedEndpoint({ method: "GET", path: "/notes", queryBudget: 0, handle: () => ["a"] });

  test("groups a plugin's calls, and keeps them available at the top level", async () => {
    const { auth } = await startAuth({ plugins: [named("notes")] });
    const api = auth.api as unknown as { listNotes(): Promise<unknown>; notes: Record<string, unknown> };
    expect(api.notes).toEqual({ listNotes: api.listNotes });
    expect(await api.listNotes()).toEqual(["a"]);
  });

  test("is rejected if it's the name of a call", async () => {
    await expect(startAuth({ plugins: [named("getSession")] })).rejects.toThrow('"getSession"');
  });
});
