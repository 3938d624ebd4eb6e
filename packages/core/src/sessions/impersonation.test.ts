import { outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { defineUntypedEndpoint } from "../plugin/endpoint.ts";
import { definePlugin } from "../plugin/plugin.ts";
import { auditTable } from "../tables/audit.ts";
import type { SessionRow } from "../tables/session.ts";
import { findUserByEmail } from "../users/store.ts";
import { createSession } from "./create.ts";
import { denyImpersonation, requireSession } from "./guards.ts";

/** A plugin that impersonates users, and an endpoint that's rejected during impersonation. */
const seats = definePlugin({
  id: "seats",
  tables: [{ extends: "session", columns: { takenBy: { type: "string", nullable: true } } }],
  impersonatorOf: (session) => (session as unknown as SessionRow & { takenBy: string | null }).takenBy,
  gates: [
    {
      name: "renames",
      kind: "refuse",
      whenImpersonating: true,
      check: async ({ changeUser }) => {
        await changeUser({ name: "Renamed" });
        return undefined;
      },
    },
  ],
  endpoints: {
    sitDown: defineUntypedEndpoint({
      method: "POST",
      path: "/seats/sit-down",
      guards: [requireSession],
      queryBudget: 4,
      async handle(_, context) {
        const user = await findUserByEmail(context.db, "bob@example.com");
        if (!user) throw new Error("No user is signed in here.");
        const actorId = context.user.id;
        await createSession(context, {
          user,
          method: "seat",
          provenFactors: [],
          actorId,
          fields: { takenBy: actorId },
        });
        return { status: true };
      },
    }),
    openSafe: defineUntypedEndpoint({
      method: "POST",
      path: "/seats/open-safe",
      guards: [requireSession, denyImpersonation],
      queryBudget: 1,
      handle: () => ({ open: true }),
    }),
  },
});

test("a plugin can mark sessions as impersonated, and actions that are reserved for the user are rejected in them", async () => {
  const { browser } = await startAuth({ plugins: [seats] });
  const [ann, bob] = [browser(), browser()];
  await bob.signUp("bob@example.com");
  await ann.signUp("ann@example.com");
  expect((await ann.post("/seats/open-safe")).body).toEqual({ open: true });
  await ann.post("/seats/sit-down");
  expect((await ann.post("/seats/open-safe")).body).toMatchObject({ code: "NOT_ALLOWED_WHILE_IMPERSONATING" });
  const change = { currentPassword: testPassword, newPassword: "another good password" };
  expect((await ann.post("/change-password", change)).status).toBe(403);
  expect((await bob.post("/seats/open-safe")).body).toEqual({ open: true });
  expect((await browser().post("/seats/open-safe")).status).toBe(401);
});

test("LOG-04: every audit entry from an impersonated session names the impersonator, including the entry for its end", async () => {
  const { auth, browser } = await startAuth({ plugins: [seats] });
  const [ann, bob] = [browser(), browser()];
  const bobs = (await bob.signUp("bob@example.com")).body.user.id;
  const anns = (await ann.signUp("ann@example.com")).body.user.id;
  await ann.post("/seats/sit-down");
  await ann.post("/update-user", { name: "Robert" });
  await bob.post("/update-user", { name: "Bob" });
  await ann.post("/sign-out");
  await outboxEmpty(auth);
  const records = await auth.$context.db.findMany(auditTable, { where: { userId: bobs }, limit: 50 });
  const told = records.map(({ action, actorId, onBehalfOf }) => `${action} ${actorId === bobs} ${onBehalfOf === anns}`);
  expect(told.sort()).toEqual(
    [
      "user.create true false",
      "session.create true false",
      "session.create false false",
      "user.update true true",
      "user.update true false",
      "session.end true true",
    ].sort(),
  );
});

test("a gate can change the user, and the row and response include the change", async () => {
  const { browser } = await startAuth({ plugins: [seats] });
  const ann = browser();
  await ann.signUp("ann@example.com");
  expect((await browser().signIn("ann@example.com")).body.user).toMatchObject({ name: "Renamed" });
  expect((await ann.get("/get-session")).body).toMatchObject({ user: { name: "Renamed" } });
});
