import { organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { sessionTable } from "../../tables/session.ts";

const email = "ann@example.com";
const additionalFields = {
  theme: { type: "string", input: true },
  device: { type: "string", input: true, unique: true },
  risk: { type: "number", defaultValue: 1 },
  hidden: { type: "string", input: true, returned: false },
} as const;

interface Read {
  readonly session: Record<string, unknown>;
}

describe.each(quickDatabases)("/update-session on $name", ({ open }) => {
  test("changes the caller's own session, and updates the cookie cache immediately", async () => {
    const { database, close } = await open();
    const { browser, clock, auth } = await startAuth({
      database,
      session: { additionalFields, cookieCache: { enabled: true } },
    });
    const [laptop, phone] = [browser(), browser()];
    await laptop.signUp(email);
    await phone.signIn(email);
    const before = (await laptop.get<Read>("/get-session")).body.session;
    clock.advance(60);
    const { status, body } = await laptop.post<Read>("/update-session", { theme: "dark", hidden: "x", unknown: 1 });
    expect([status, body]).toEqual([200, { session: { ...before, theme: "dark" } }]);
    // The cookie cache is updated too, but the session doesn't become fresher.
    expect((await laptop.get<Read>("/get-session")).body.session).toEqual({ ...before, theme: "dark" });
    expect((await phone.get<Read>("/get-session")).body.session.theme).toBeNull();
    const cookie = [...laptop.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { session } = await auth.api.updateSession({ headers: { cookie }, body: { theme: null } });
    const theme: string | null = session.theme;
    expect(theme).toBeNull();
    await close();
  });
});

describe("/update-session", () => {
  test("sends at most the queries it declares", async () => {
    const { database, statements, close } = await (quickDatabases[0] as (typeof quickDatabases)[number]).open();
    const { browser, auth } = await startAuth({ database, session: { additionalFields } });
    const person = browser();
    await person.signUp(email);
    statements.length = 0;
    expect((await person.post("/update-session", { theme: "dark" })).status).toBe(200);
    const own = statements.filter(({ kind }) => kind !== "transaction");
    const declared = auth.$context.extensions.endpoints.updateSession?.queryBudget ?? -1;
    expect(own.length).toBeGreaterThan(0);
    expect(own.length, own.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(declared);
    await close();
  });

  test("rejects fields that clients can't set, an empty update, a wrong type, and callers without a session", async () => {
    const { browser, auth } = await startAuth({ session: { additionalFields }, plugins: [organization()] });
    const person = browser();
    await person.signUp(email);
    const { db } = auth.$context;
    const before = await db.findOne(sessionTable, { where: {} });
    const said = async (body: object) => {
      const { status, body: answer } = await person.post("/update-session", body);
      return [status, answer.code, answer.message];
    };
    const nothing = [400, "NO_FIELDS_TO_UPDATE", "No fields to update"];
    expect(await said({})).toEqual(nothing);
    expect(await said({ nobody: 1 })).toEqual(nothing);
    // Core's own columns are ignored.
    expect(await said({ userId: "x", token: "x", expiresAt: "2099-01-01", remembered: false, proofs: {} })).toEqual(
      nothing,
    );
    expect(await said({ theme: "dark", risk: 9 })).toEqual([400, "FIELD_NOT_ALLOWED", "risk is not allowed to be set"]);
    expect((await said({ activeOrganizationId: "x" })).slice(0, 2)).toEqual([400, "FIELD_NOT_ALLOWED"]);
    expect((await said({ theme: 7 })).slice(0, 2)).toEqual([400, "VALIDATION_ERROR"]);
    expect(await db.findOne(sessionTable, { where: {} })).toEqual(before);
    expect((await browser().post("/update-session", { theme: "dark" })).status).toBe(401);
  });

  test("rejects a taken unique value", async () => {
    const { browser } = await startAuth({ session: { additionalFields } });
    const [laptop, phone] = [browser(), browser()];
    await laptop.signUp(email);
    await phone.signIn(email);
    await laptop.post("/update-session", { device: "one" });
    const { status, body } = await phone.post("/update-session", { device: "one" });
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});
