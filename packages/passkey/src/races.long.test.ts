import { sessionTable, tokenTable } from "@latchkey/core/plugin";
import type { CreationOptions, TestReply } from "@latchkey/test-kit";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recover, sameOrigin, signUpNameless, startPasskey } from "../test/app.ts";
import type { PasskeyOptions } from "./options.ts";
import { passkeyTable } from "./tables.ts";

interface StartOptions {
  readonly pluginOptions?: PasskeyOptions;
  readonly [option: string]: unknown;
}

const outcomes = (replies: readonly TestReply[]): string[] =>
  replies.map(({ status, body }) => (status === 200 ? "ok" : `${status} ${body.code}`)).sort();
const count = (all: readonly string[], one: string): number => all.filter((other) => other === one).length;

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const start = ({ pluginOptions = {}, ...options }: StartOptions = {}) =>
    startPasskey({ database: opened.database, ...options }, pluginOptions);

  test("PKEY-01: one of 20 concurrent uses of the same assertion succeeds", async () => {
    const app = await start();
    const { device } = await app.person();
    const browser = app.browser();
    const response = await device.get(await app.options(browser));
    const cookies = new Map(browser.cookies);
    const sessions = await app.auth.$context.db.count(sessionTable, {});
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => {
        const copy = app.browser();
        for (const [name, value] of cookies) copy.cookies.set(name, value);
        return copy.post("/passkey/verify-authentication", { response });
      }),
    );
    const results = outcomes(replies);
    expect([count(results, "ok"), count(results, "400 CHALLENGE_NOT_FOUND")]).toEqual([1, 19]);
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(sessions + 1);
  });

  test("PKEY-08: if 20 users register the same credential concurrently, one of them gets it", async () => {
    const app = await start();
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const browser = app.browser();
        await browser.signUp(`p${at}@example.com`);
        return browser;
      }),
    );
    const id = Buffer.alloc(32, 5).toString("base64url");
    const results = outcomes(await Promise.all(browsers.map((browser) => app.add(browser, app.device(), { id }))));
    expect([count(results, "ok"), count(results, "400 PREVIOUSLY_REGISTERED")]).toEqual([1, 19]);
    expect(await app.auth.$context.db.count(passkeyTable, {})).toBe(1);
  });

  test.each(["taken", "free"])(
    "PKEY-17: a registration fails if a sign-up with a %s email takes its credential between its checks and its transaction",
    async (kind) => {
      const { database, beforeNextTransaction } = interleaved(opened.database);
      const required = { emailAndPassword: { requireEmailVerification: true } };
      const app = await start({ ...required, database, pluginOptions: { signUp: "email" } });
      await app.browser().signUp("taken@example.com");
      const id = Buffer.alloc(32, 7).toString("base64url");
      const prepare = async (email: string) => {
        const browser = app.browser();
        const { body } = await browser.post<CreationOptions>("/passkey/generate-sign-up-options", {
          name: "Eve",
          email,
        });
        const response = await app.device().create(body, { id });
        return () => browser.post("/passkey/verify-registration", { response });
      };
      const [late, between] = [await prepare("eve@example.com"), await prepare(`${kind}@example.com`)];
      const replies: TestReply[] = [];
      beforeNextTransaction(async () => {
        replies.push(await between());
      });
      replies.push(await late());
      expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
        [200, undefined],
        [400, "PREVIOUSLY_REGISTERED"],
      ]);
    },
  );

  test("PKEY-09: two uses at the same time are both accepted, in either order", async () => {
    const app = await start();
    const { device, passkeyId } = await app.person();
    for (let round = 0; round < 5; round++) {
      const browsers = [app.browser(), app.browser()];
      const responses: object[] = [];
      for (const browser of browsers) responses.push(await device.get(await app.options(browser)));
      const order = round % 2 === 0 ? [0, 1] : [1, 0];
      const replies = await Promise.all(
        order.map((at) => browsers[at]?.post("/passkey/verify-authentication", { response: responses[at] })),
      );
      expect(replies.map((reply) => reply?.status)).toEqual([200, 200]);
    }
    const row = await app.auth.$context.db.findOne(passkeyTable, { where: { id: passkeyId } });
    expect(row?.counter).toBe(device.passkeys[0]?.counter);
  });

  test("PKEY-19: after 20 concurrent deletions of the last two sign-in methods, one method remains", async () => {
    const app = await start();
    const ann = await app.person();
    const second = await app.add(ann.browser, app.device());
    await ann.browser.post("/unlink-account", { providerId: "credential" });
    const ids = [ann.passkeyId, String(second.body.id)];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ann.browser.post("/passkey/delete-passkey", { id: ids[at % 2] })),
    );
    expect(count(outcomes(replies), "ok")).toBe(1);
    expect(count(outcomes(replies), "400 CANNOT_REMOVE_LAST_SIGN_IN_METHOD")).toBeGreaterThan(0);
    expect(await app.auth.$context.db.count(passkeyTable, {})).toBe(1);
  });

  test("PKEY-19: deleting the last passkey and unlinking the only account concurrently leaves one of them", async () => {
    const app = await start();
    for (let round = 0; round < 5; round++) {
      const ann = await app.person(`p${round}@example.com`);
      const replies = await Promise.all([
        ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId }),
        ann.browser.post("/unlink-account", { providerId: "credential" }),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test("PKEY-19: one of 20 concurrent additions to a user with 19 passkeys succeeds", async () => {
    const app = await start();
    const { browser, passkeyId, userId } = await app.person();
    const { db } = app.auth.$context;
    const row = await db.findOne(passkeyTable, { where: { id: passkeyId } });
    if (!row) throw new Error("There is no passkey.");
    for (let at = 0; at < 18; at++) {
      const key = `copy ${at}`;
      await db.insert(passkeyTable, { ...row, id: key, credentialKey: key, credentialID: key });
    }
    const path = "/passkey/generate-register-options";
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () =>
        app.device().create((await browser.get<CreationOptions>(path, sameOrigin)).body),
      ),
    );
    const replies = await Promise.all(
      responses.map((response) => browser.post("/passkey/verify-registration", { response })),
    );
    expect(count(outcomes(replies), "ok")).toBe(1);
    expect(count(outcomes(replies), "400 TOO_MANY_PASSKEYS")).toBe(19);
    expect(await db.count(passkeyTable, { where: { userId } })).toBe(20);
  });

  test("PKEY-24: one of 20 concurrent recoveries with the same backup code succeeds", async () => {
    const app = await start({ pluginOptions: { signUp: "without-email" } });
    const { backupCodes, userId } = await signUpNameless(app);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => recover(app.browser(), app.device(), backupCodes[0])),
    );
    const results = outcomes(replies);
    expect([count(results, "ok"), count(results, "401 INVALID_BACKUP_CODE")]).toEqual([1, 19]);
    expect(await app.auth.$context.db.count(passkeyTable, { where: { userId } })).toBe(2);
    expect(await app.auth.$context.db.count(sessionTable, { where: { userId } })).toBe(1);
  });

  test("PKEY-24: after 20 concurrent requests for new backup codes, only one request's codes are valid", async () => {
    const app = await start({ pluginOptions: { signUp: "without-email" } });
    const { browser, userId } = await signUpNameless(app);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.post("/passkey/generate-backup-codes", {})),
    );
    expect(count(outcomes(replies), "ok")).toBe(20);
    const kind = "passkey-backup-code";
    expect(await app.auth.$context.db.count(tokenTable, { where: { userId, kind } })).toBe(10);
  });

  test("no session remains if a passkey is deleted while it's used", async () => {
    const app = await start();
    for (let round = 0; round < 5; round++) {
      const ann = await app.person(`p${round}@example.com`);
      const other = app.browser();
      const response = await ann.device.get(await app.options(other));
      await Promise.all([
        other.post("/passkey/verify-authentication", { response }),
        ann.browser.post("/passkey/delete-passkey", { id: ann.passkeyId }),
      ]);
      expect((await other.get("/passkey/list-user-passkeys")).status).toBe(401);
    }
  });
});
