import { startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { userTable } from "../../tables/user.ts";

const ann = { name: "Ann", email: "ann@example.com", password: testPassword };

describe("additional fields", () => {
  const additionalFields = {
    nickname: { type: "string", input: true },
    newsletter: { type: "boolean", input: true, required: true },
    plan: { type: "string", defaultValue: "free" },
    secretNote: { type: "string", returned: false, defaultValue: "planted-marker" },
  } as const;

  test("are accepted, validated, filled in, and returned as declared", async () => {
    const { auth } = await startAuth({ user: { additionalFields } });
    const { user } = await auth.api.signUpEmail({ body: { ...ann, newsletter: true, nickname: "annie" } });
    // The types include the fields too.
    const nickname: string | null = user.nickname;
    const plan: string = user.plan;
    expect([nickname, plan, user.newsletter]).toEqual(["annie", "free", true]);
    expect(user).not.toHaveProperty("secretNote");
    const { body } = await startAuth({ user: { additionalFields } }).then(({ browser }) =>
      browser().post("/sign-up/email", { ...ann, newsletter: "yes" }),
    );
    expect(body).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "newsletter" }] });
  });

  test("are rejected if clients can't set them, and the error names them, but core's own fields are ignored", async () => {
    const { browser, auth } = await startAuth({ user: { additionalFields } });
    const refused = await browser().post("/sign-up/email", { ...ann, newsletter: true, plan: "enterprise" });
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: "FIELD_NOT_ALLOWED", message: "plan is not allowed to be set" },
    ]);
    const body = {
      ...ann,
      newsletter: true,
      id: "chosen",
      emailVerified: true,
      createdAt: "2000-01-01T00:00:00.000Z",
      epoch: 9,
      unknown: 1,
      role: "admin",
    };
    const { user } = (await browser().post<{ user: Record<string, unknown> }>("/sign-up/email", body)).body;
    expect(user.id).not.toBe("chosen");
    expect(user.emailVerified).toBe(false);
    expect(user).not.toHaveProperty("role");
    expect((await auth.$context.db.findOne(userTable, { where: { email: ann.email } }))?.epoch).toBe(0);
  });

  test("TOK-21, INPUT-04, INPUT-17: no response contains a hash, a hidden column, or a digest other than the session handle", async () => {
    const { browser } = await startAuth({ user: { additionalFields }, session: { cookieCache: { enabled: true } } });
    const person = browser();
    const replies = [
      await person.post("/sign-up/email", { ...ann, newsletter: true }),
      await person.signIn(ann.email),
      await person.get("/get-session"),
      await person.get("/list-sessions"),
      await person.post("/sign-out"),
    ];
    for (const reply of replies) {
      const text = JSON.stringify(reply.body);
      expect(text).not.toMatch(/planted-marker|\$argon2id|\$scrypt|"password"|"epoch"|"revision"|"proofs"/);
    }
  });
});
