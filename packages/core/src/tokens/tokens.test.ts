import { createMailbox, mailOptions, startAuth } from "@latchkey/test-kit";
import { databases, driverVariants, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { utf8 } from "../crypto/encoding.ts";
import { LETTERS_AND_DIGITS } from "../crypto/random.ts";
import { pendingSignInToken } from "../sessions/pending.ts";
import { tokenTable } from "../tables/token.ts";
import { issueSignedToken, issueToken, storeToken } from "./issue.ts";
import { defineTokenKind, type TokenKind } from "./kind.ts";
import * as kinds from "./kinds.ts";
import { readSignedToken } from "./signed.ts";
import { consumeToken, peekToken } from "./store.ts";

const issuer = "http://app.test/api/auth";
const all: readonly TokenKind<never>[] = Object.values(kinds) as never;
const gift = defineTokenKind<{ n: number }>({
  name: "gift",
  expiresIn: 60,
  form: { length: 24, alphabet: LETTERS_AND_DIGITS },
});

async function start(options: object = {}) {
  const app = await startAuth(options);
  const { body } = await app.browser().signUp("ann@example.com");
  return { ...app, context: app.auth.$context, userId: body.user.id };
}

test("every kind of token that core issues is in the exported list", async () => {
  const { context } = await start();
  const listed = context.extensions.tokens.map(({ name }) => name).sort();
  expect(listed).toEqual([...all, pendingSignInToken].map(({ name }) => name).sort());
});

test("a kind whose tokens could be guessed is rejected", () => {
  const short = { name: "pin", expiresIn: 60, form: { length: 6, alphabet: "0123456789" } } as const;
  expect(() => defineTokenKind(short)).toThrow('"pin" could be guessed');
});

test("lifetimes and formats are as documented", () => {
  const form = (kind: TokenKind<never>) =>
    typeof kind.form === "string" ? kind.form : [kind.form.length, kind.form.alphabet];
  const facts = Object.fromEntries(all.map((kind) => [kind.name, [kind.expiresIn, form(kind)]]));
  expect(facts).toMatchObject({
    "email-verification": [3600, "signed"],
    "email-change": [3600, "signed"],
    "password-reset": [3600, [24, LETTERS_AND_DIGITS]],
    "user-deletion": [86_400, [32, "0123456789abcdefghijklmnopqrstuvwxyz"]],
  });
});

describe.each(databases)("tokens on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test.each(all)("TOK-02: one of 50 concurrent uses of the same $name token succeeds", async (kind) => {
    const { context, userId } = await start({ database: opened.database });
    const { secret } = await issue(context, kind, userId);
    const taken = await Promise.all(
      Array.from({ length: 50 }, () => consumeToken(context.db, context, kind, secret, userId)),
    );
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
    expect(await context.db.count(tokenTable, {})).toBe(0);
  });
});

describe.each(driverVariants.filter(({ name }) => name.endsWith("one connection")))("tokens on $name", ({ open }) => {
  test("TOK-03: one of 20 concurrent uses succeeds, and there's no deadlock", async () => {
    const opened = await open();
    const { context, userId } = await start({ database: opened.database });
    const { secret } = await issue(context, kinds.passwordResetToken as never, userId);
    const taken = await Promise.all(
      Array.from({ length: 20 }, () =>
        context.db.transaction((tx) => consumeToken(tx, context, kinds.passwordResetToken, secret, userId)),
      ),
    );
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
    await opened.close();
  });
});

describe.each(quickDatabases)("guarantees of a token on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TOK-01: the second use is rejected, and the payload is returned once", async () => {
    const { context } = await start({ database: opened.database });
    const minted = issueToken(context, gift, { subject: "box", data: { n: 7 } });
    await storeToken(context.db, minted);
    expect(await peekToken(context.db, context, gift, minted.token)).toMatchObject({ data: { n: 7 } });
    expect(await consumeToken(context.db, context, gift, minted.token)).toMatchObject({
      subject: "box",
      data: { n: 7 },
    });
    expect(await consumeToken(context.db, context, gift, minted.token)).toBeNull();
  });

  test("TOK-04: a token is valid until a millisecond before its expiry by the app's clock, but not at its expiry", async () => {
    const { context, clock } = await start({ database: opened.database });
    for (const [after, good] of [
      [59.999, true],
      [60, false],
      [60.001, false],
    ] as const) {
      const minted = issueToken(context, gift, { subject: "box", data: { n: 1 } });
      await storeToken(context.db, minted);
      clock.advance(after);
      expect([after, (await consumeToken(context.db, context, gift, minted.token)) !== null]).toEqual([after, good]);
    }
  });

  test("TOK-05: a token doesn't work as any other kind, and trying doesn't consume it", async () => {
    const { context, userId } = await start({ database: opened.database });
    for (const kind of all) {
      const { secret } = await issue(context, kind, userId);
      for (const other of all) {
        if (other !== kind) expect(await consumeToken(context.db, context, other, secret)).toBeNull();
      }
      expect(await consumeToken(context.db, context, kind, secret)).not.toBeNull();
    }
  });

  test("TOK-06: another user's token is rejected and not used up", async () => {
    const { context, userId } = await start({ database: opened.database });
    const { secret } = await issue(context, kinds.userDeletionToken as never, userId);
    expect(await consumeToken(context.db, context, kinds.userDeletionToken, secret, "somebody")).toBeNull();
    expect(await consumeToken(context.db, context, kinds.userDeletionToken, secret, userId)).not.toBeNull();
  });

  test("TOK-08: the database contains only digests", async () => {
    const { context, userId } = await start({ database: opened.database });
    const issued = await Promise.all(all.map((kind) => issue(context, kind, userId)));
    const dump = JSON.stringify(await context.db.findMany(tokenTable, { limit: 99 }));
    for (const { secret, token } of issued) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(token);
    }
    for (const { identifier } of await context.db.findMany(tokenTable, { limit: 99 })) {
      expect(identifier).toMatch(/^[\w-]{43}$/);
      expect(await consumeToken(context.db, context, kinds.passwordResetToken, identifier)).toBeNull();
    }
  });

  test("tokens are deleted with their user", async () => {
    const app = await start({ database: opened.database });
    await issue(app.context, kinds.passwordResetToken as never, app.userId);
    await app.context.db.remove({ name: "user", columns: {} } as typeof tokenTable, { where: { id: app.userId } });
    expect(await app.context.db.count(tokenTable, {})).toBe(0);
  });
});

test("TOK-07: a lookup with an empty value is never sent to the database", async () => {
  const { context } = await start();
  const db = {
    ...context.db,
    consume: () => Promise.reject(new Error("asked")),
    findOne: () => Promise.reject("asked"),
  };
  expect(await consumeToken(db as never, context, gift, "")).toBeNull();
  expect(await peekToken(db as never, context, gift, "")).toBeNull();
});

test("TOK-07: empty, missing, and array tokens get a 400 from every endpoint that takes a token", async () => {
  const { browser } = await start({ ...mailOptions(createMailbox()) });
  const ann = browser();
  await ann.signIn("ann@example.com");
  for (const token of ["", null, [], {}, 7]) {
    const body = { token, newPassword: "a new long password" };
    expect([token, (await ann.post("/reset-password", body)).status]).toEqual([token, 400]);
    expect([token, (await ann.post("/delete-user", { token })).status]).toEqual([token, 400]);
  }
  expect((await ann.post("/reset-password", { newPassword: "a new long password" })).body).toMatchObject({
    code: "INVALID_TOKEN",
  });
  for (const path of ["/verify-email", "/delete-user/callback", "/undo-email-change"]) {
    expect((await ann.get(path)).status).toBe(400);
    expect((await ann.get(`${path}?token=`)).status).toBe(400);
  }
});

test("TOK-09: tokens in links have at least 128 bits from the context's random generator", () => {
  for (const { form } of all) {
    if (typeof form === "object") expect(form.length * Math.log2(form.alphabet.length)).toBeGreaterThan(128);
  }
});

describe("signed tokens", () => {
  const kind = kinds.emailVerificationToken;
  const claims = { email: "ann@example.com" };

  async function forge(options: object = {}) {
    const app = await start(options);
    const minted = await issueSignedToken(app.context, kind, {
      subject: app.userId,
      userId: app.userId,
      data: {},
      email: claims.email,
      issuer,
    });
    const [key] = app.context.keys.bytes(`token:${kind.name}`) as [Uint8Array];
    const now = Math.floor(app.clock.now().getTime() / 1000);
    const jwt = (payload: object = {}, header: object = {}): SignJWT =>
      new SignJWT({
        sub: app.userId,
        jti: "x",
        iss: issuer,
        aud: kind.name,
        iat: now,
        exp: now + 60,
        ...claims,
        ...payload,
      }).setProtectedHeader({ alg: "HS256", typ: `${kind.name}+jwt`, ...header });
    const read = (token: string, by = kind, from = issuer) => readSignedToken(app.context, by, from, token);
    return { ...app, minted, key, now, jwt, read };
  }

  test("contain the email, and aren't accepted by another server or as another kind", async () => {
    const { minted, read, userId } = await forge();
    expect(await read(minted.token)).toMatchObject({ sub: userId, email: "ann@example.com" });
    for (const other of all)
      if (other !== kind && other.form === "signed") expect(await read(minted.token, other)).toBe("invalid");
    expect(await read(minted.token, kind, "http://other.test/api/auth")).toBe("invalid");
  });

  test("JWT-01: are invalid without a signature or with another algorithm", async () => {
    const { minted, read } = await forge();
    const [header = "", payload = "", signature = ""] = minted.token.split(".");
    for (const alg of ["none", "None", "NONE", "nOnE", "", "hs256", "HS512", "RS256"]) {
      const head = btoa(JSON.stringify({ alg, typ: `${kind.name}+jwt` })).replaceAll("=", "");
      for (const end of ["", signature])
        expect([alg, await read(`${head}.${payload}.${end}`)]).toEqual([alg, "invalid"]);
    }
    for (const token of [`${header}.${payload}`, `${header}.${payload}.`, "", "...", payload]) {
      expect(await read(token)).toBe("invalid");
    }
  });

  test("JWT-02, JWT-03, JWT-07: are invalid if they're signed with any other key", async () => {
    const { context, jwt, read, key } = await forge();
    expect(await read(await jwt().sign(key))).toMatchObject(claims);
    const { keys } = context;
    const others = [
      ...keys.bytes("token:email-change"),
      ...keys.bytes("cookie:session_token"),
      utf8("Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U"),
      utf8("-----BEGIN PUBLIC KEY-----"),
    ];
    for (const other of others) expect(await read(await jwt().sign(other))).toBe("invalid");
  });

  test("JWT-04: ignore headers that name a key", async () => {
    const { jwt, key, read } = await forge();
    const jwk = { kty: "oct", k: "AAAA" };
    const steered = await jwt(
      {},
      { kid: "../../dev/null", jku: "https://evil.test", x5u: "https://evil.test", jwk },
    ).sign(utf8("attacker's own key, long enough to sign with"));
    expect(await read(steered)).toBe("invalid");
    expect(await read(await jwt({}, { kid: "whatever" }).sign(key))).toMatchObject(claims);
  });

  test("JWT-05: must contain times that are valid numbers in a plausible order", async () => {
    const { jwt, key, read, now } = await forge();
    const wrong = [
      { exp: undefined },
      { exp: "soon" },
      { exp: null },
      { iat: undefined },
      { iat: "yesterday" },
      { iat: now + 301 },
      { nbf: now + 60 },
    ];
    for (const payload of wrong) {
      const text = JSON.stringify(payload);
      const token = await jwt(payload)
        .sign(key)
        .catch(() => "refused by the signer");
      expect([text, await read(token)]).toEqual([text, "invalid"]);
    }
    expect(await read(await jwt({ exp: now - 1 }).sign(key))).toBe("expired");
  });

  test("JWT-06: are invalid if the email is missing or isn't text", async () => {
    const { jwt, key, read } = await forge();
    for (const payload of [
      { email: undefined },
      { email: 7 },
      { email: "" },
      { sub: undefined },
      { jti: "" },
      { updateTo: 1 },
    ]) {
      expect(await read(await jwt(payload).sign(key))).toBe("invalid");
    }
  });

  test("JWT-08: aren't parsed if they're huge", async () => {
    const { jwt, key, read } = await forge();
    expect(await read(await jwt({ padding: "x".repeat(3000) }).sign(key))).toBe("invalid");
  });

  test("KEY: are valid with an older secret, but not with a removed one", async () => {
    const secrets = ["Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U", "Kp9wRb3XvN6tYz2QsD8fGh5JmL4cVe7A"];
    const { minted } = await forge({ secret: secrets[1] });
    const rotated = await start({ secret: undefined, secrets });
    expect(readSignedToken(rotated.context, kind, issuer, minted.token)).toMatchObject(claims);
    const removed = await start({ secret: secrets[0] });
    expect(readSignedToken(removed.context, kind, issuer, minted.token)).toBe("invalid");
  });
});

/** Issues and stores a token of any kind. Returns the user's token and the secret that's looked up. */
async function issue(context: Parameters<typeof issueToken>[0], kind: TokenKind<never>, userId: string) {
  const about = { subject: userId, userId, data: {} as never };
  const minted =
    kind.form === "signed"
      ? await issueSignedToken(context, kind, { ...about, issuer, email: "ann@example.com" })
      : issueToken(context, kind, about);
  await storeToken(context.db, minted);
  const secret =
    kind.form === "signed"
      ? JSON.parse(atob(minted.token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "")).jti
      : minted.token;
  return { token: minted.token, secret: secret as string };
}
