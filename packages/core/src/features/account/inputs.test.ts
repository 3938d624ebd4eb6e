import { admin } from "@latchkey/admin";
import { startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { describe, expect, test } from "vitest";
import { startPassword } from "../../../test/password-app.ts";
import { userTable } from "../../tables/user.ts";

const email = "ann@example.com";
const fields = {
  nick: { type: "string", input: true },
  age: { type: "number", input: true },
  born: { type: "date", input: true },
  level: { type: "number", defaultValue: 1 },
} as const;

describe.each(quickDatabases)("update-user on $name", ({ open }) => {
  test("INPUT-14: an update changes only the given fields that users can set, and leaves plugin fields unchanged", async () => {
    const { database, close } = await open();
    const plugins = [username(), twoFactor(), admin()] as const;
    const { auth, browser } = await startAuth({ database, plugins, user: { additionalFields: fields } });
    const person = browser();
    const image = "https://x.test/i.png";
    const born = "1990-02-03T00:00:00.000Z";
    await person.post("/sign-up/email", {
      name: "Ann",
      email,
      password: testPassword,
      username: "annie",
      nick: "A",
      age: 7,
      born,
      image,
    });
    const row = async () => {
      const { updatedAt: _, ...rest } = (await auth.$context.db.findOne(userTable, { where: { email } })) as object & {
        updatedAt: Date;
      };
      return rest;
    };
    const before = await row();
    expect(before).toMatchObject({ username: "annie", nick: "A", age: 7, level: 1, image });
    expect((await person.post("/update-user", { name: "Other" })).status).toBe(200);
    expect(await row()).toEqual({ ...before, name: "Other" });
    for (const field of ["role", "banned", "banReason", "twoFactorEnabled", "level"]) {
      const { status, body } = await person.post("/update-user", { name: "Third", [field]: null });
      expect([field, status, body.code]).toEqual([field, 400, "FIELD_NOT_ALLOWED"]);
    }
    const core = { id: "x", emailVerified: true, epoch: 99, provenEmail: "x@x.test", createdAt: born };
    expect((await person.post("/update-user", { nick: null, ...core })).status).toBe(200);
    expect(await row()).toEqual({ ...before, name: "Other", nick: null });
    await close();
  });
});

describe("edge values", () => {
  const send = async (text: string) => {
    const { browser } = await startAuth({ user: { additionalFields: fields } });
    const person = browser();
    await person.signUp(email);
    const headers = { "content-type": "application/json", origin: "http://app.test" };
    return person.send<{ code: string }>("/update-user", { method: "POST", headers, body: text });
  };

  test.each([
    '{"age":1e400}',
    '{"age":-1e400}',
    '{"age":1.5}',
    '{"age":9007199254740993}',
    '{"age":"7"}',
    '{"age":true}',
    '{"age":[7]}',
    '{"age":{}}',
    '{"born":"275761-01-01"}',
    '{"born":"+275760-09-13T00:00:00.001Z"}',
    '{"born":"275760-09-12T00:00:00Z"}',
    '{"born":"not a day"}',
    '{"born":""}',
    '{"born":"2024-02-30T25:00:00Z"}',
    '{"born":1e400}',
    '{"born":0}',
    '{"nick":7}',
  ])("INPUT-15: %s is rejected", async (text) => {
    const { status, body } = await send(text);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("INPUT-15: NaN and Infinity aren't JSON", async () => {
    for (const word of ["NaN", "Infinity", "-Infinity", "1e", "0x10", "01"]) {
      expect([word, (await send(`{"age":${word}}`)).status]).toEqual([word, 400]);
    }
  });

  test("INPUT-15: out-of-range numbers and unknown choices are rejected in queries and bodies", async () => {
    const { browser, auth } = await startAuth({ plugins: [admin()] });
    const person = browser();
    await person.signUp(email);
    await auth.$context.db.update(userTable, { where: {}, set: { role: "admin" } as never });
    const { id } = (await browser().signUp("bob@example.com")).body.user;
    for (const query of [
      "limit=NaN",
      "limit=-1",
      "limit=1e400",
      "limit=1.5",
      "offset=-1",
      "offset=Infinity",
      "sortDirection=up",
    ]) {
      const { status } = await person.get(`/admin/list-users?${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
    for (const banExpiresIn of ["-1", "1e400", "0.5", '"7"', "9007199254740993", "8640000000001"]) {
      const { status, body } = await person.send<{ code: string }>("/admin/ban-user", {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://app.test" },
        body: `{"userId":"${id}","banExpiresIn":${banExpiresIn}}`,
      });
      expect([banExpiresIn, status, body.code]).toEqual([banExpiresIn, 400, "VALIDATION_ERROR"]);
    }
    expect((await browser().signIn("bob@example.com")).status).toBe(200);
  });
});

describe("nested JSON", () => {
  const arrays = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const additionalFields = { notes: { type: "json", input: true } } as const;
  const headers = { "content-type": "application/json", origin: "http://app.test" };

  test.each([
    ["arrays", arrays(33)],
    ["objects", objects(33)],
    ["4,000 levels, within the length limit", arrays(4000)],
    ["more levels than the stack can hold", arrays(400_000)],
  ])("INPUT-18: JSON that's nested too deeply in an additional field is rejected: %s", async (_, notes) => {
    const { browser } = await startAuth({ user: { additionalFields } });
    const person = browser();
    const account = `"name":"Ann","email":"${email}","password":"${testPassword}"`;
    const send = (path: string, body: string) =>
      person.send<{ code: string; issues: { path: string }[] }>(path, { method: "POST", headers, body });
    const signUp = await send("/sign-up/email", `{${account},"notes":${notes}}`);
    expect([signUp.status, signUp.body.code, signUp.body.issues[0]?.path]).toEqual([400, "VALIDATION_ERROR", "notes"]);
    await person.signUp(email);
    const update = await send("/update-user", `{"notes":${notes}}`);
    expect([update.status, update.body.code, update.body.issues[0]?.path]).toEqual([400, "VALIDATION_ERROR", "notes"]);
  });

  test("32 levels are stored and returned unchanged", async () => {
    const { browser, auth } = await startAuth({ user: { additionalFields } });
    const person = browser();
    await person.signUp(email);
    for (const notes of [arrays(32), objects(32), "7", '"x"', "[null,{}]"]) {
      const { status } = await person.send("/update-user", { method: "POST", headers, body: `{"notes":${notes}}` });
      expect([notes, status]).toEqual([notes, 200]);
      const { body } = await person.get<{ user: { notes: unknown } }>("/get-session");
      expect(JSON.stringify(body.user.notes)).toBe(notes);
    }
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    for (const notes of [cycle, 7n, () => 7]) {
      await expect(auth.api.updateUser({ headers: { cookie }, body: { notes } })).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
      });
    }
  });
});

test("INPUT-03: a repeated parameter in a query or form is rejected if the endpoint declares a single value", async () => {
  const { browser, reset, user } = await startPassword();
  await browser().signUp(email);
  const { token } = await reset();
  const person = browser();
  const both = (first: string, last: string) =>
    person.get<{ code: string; issues: { path: string }[] }>(
      `/reset-password/${token}?callbackURL=${encodeURIComponent(first)}&callbackURL=${encodeURIComponent(last)}`,
    );
  for (const [first, last] of [
    ["https://evil.test", "/good"],
    ["/good", "https://evil.test"],
    ["/good", "/good"],
  ] as const) {
    const { status, body, headers } = await both(first, last);
    expect([status, body.code, body.issues[0]?.path]).toEqual([400, "VALIDATION_ERROR", "callbackURL"]);
    expect(headers.get("location")).toBeNull();
  }
  const twice = await person.get<{ code: string }>("/get-session?disableCookieCache=true&disableCookieCache=false");
  expect([twice.status, twice.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  const json = (path: string, body: string) =>
    person.send<{ code?: string }>(path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://app.test" },
      body,
    });
  const newPassword = "another good password";
  // A path parameter doesn't count as a query parameter.
  expect((await person.get(`/reset-password/none?token=${token}&callbackURL=/x`)).headers.get("location")).toContain(
    "INVALID_TOKEN",
  );
  // If a JSON key is repeated, validation and the call both use the last value, because the parser picks it.
  const short = await json(
    "/reset-password",
    `{"token":"${token}","newPassword":"${newPassword}","newPassword":"short"}`,
  );
  expect([short.status, short.body.code]).toEqual([400, "PASSWORD_TOO_SHORT"]);
  // The body takes precedence over the query.
  expect(
    (await json(`/reset-password?token=${token}`, `{"token":"wrong","newPassword":"${newPassword}"}`)).body.code,
  ).toBe("INVALID_TOKEN");
  const twoTokens = await json(`/reset-password?token=wrong&token=${token}`, `{"newPassword":"${newPassword}"}`);
  expect([twoTokens.status, twoTokens.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect((await json(`/reset-password?token=${token}`, `{"newPassword":"${newPassword}"}`)).status).toBe(200);
  expect((await person.signIn(email, newPassword)).status).toBe(200);
  expect((await user()).email).toBe(email);
  const form = await person.send<{ code: string }>("/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://app.test" },
    body: new URLSearchParams([
      ["email", "nobody@x.test"],
      ["password", newPassword],
      ["email", email],
    ]).toString(),
  });
  expect([form.status, form.body.code]).toEqual([400, "VALIDATION_ERROR"]);
});
