import { auditTable } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test, vi } from "vitest";
import { startTwoFactor } from "../test/app.ts";

async function start(options: object = {}) {
  const app = await startTwoFactor(options);
  const ann = await app.enrolled();
  const { db } = app.auth.$context;
  const records = (action: string) => db.findMany(auditTable, { where: { action }, limit: 100 });
  return { ...app, ann, records };
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("AUDT-02: a used backup code is recorded once, and its owner is notified by email", async () => {
    const opened = await open();
    const { auth, ann, challenged, records, box } = await start({ database: opened.database });
    const [code = ""] = ann.backupCodes;
    const browsers = [await challenged(), await challenged(), await challenged()];
    const replies = await Promise.all(browsers.map((one) => one.post("/two-factor/verify-backup-code", { code })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const used = await records("two-factor.backup-code.use");
    expect(used).toMatchObject([{ actorId: ann.userId, userId: ann.userId, data: null }]);
    await outboxEmpty(auth);
    const notices = box.mails.filter(({ mail }) => mail.change === "backup-code-used");
    expect(notices.map(({ to }) => to)).toEqual([ann.email]);
    const all = JSON.stringify([await auth.$context.db.findMany(auditTable, { where: {}, limit: 100 }), notices]);
    for (const secret of ann.backupCodes) expect(all).not.toContain(secret);
    await opened.close();
  });

  test("AUDT-02: a used backup code is also recorded with disableSession and in a signed-in session", async () => {
    const opened = await open();
    const { ann, challenged, records } = await start({ database: opened.database });
    const [first, second] = ann.backupCodes;
    const disableSession = { code: first, disableSession: true };
    expect((await (await challenged()).post("/two-factor/verify-backup-code", disableSession)).status).toBe(200);
    expect((await ann.browser.post("/two-factor/verify-backup-code", { code: second })).status).toBe(200);
    expect(await records("two-factor.backup-code.use")).toHaveLength(2);
    await opened.close();
  });

  test("AUDT-03: wrong codes are counted in one row per account and hour", async () => {
    const opened = await open();
    const { ann, challenged, records } = await start({ database: opened.database });
    const browsers = [await challenged(), await challenged(), await challenged()];
    const wrong = browsers.map((one, at) =>
      at === 0
        ? one.post("/two-factor/verify-backup-code", { code: "aaaaa-bbbbb" })
        : one.post("/two-factor/verify-totp", { code: "000000" }),
    );
    for (const { status } of await Promise.all(wrong)) expect(status).toBe(401);
    await vi.waitFor(
      async () =>
        expect(await records("two-factor.verify.failed")).toMatchObject([
          { actorId: null, userId: ann.userId, count: 3 },
        ]),
      { timeout: 10_000 },
    );
    await opened.close();
  });
});

test("AUDT-04: a trusted device is recorded, in a sign-in or in a session", async () => {
  const { ann, challenged, records } = await start();
  const [first, second] = ann.backupCodes;
  const phone = await challenged();
  expect((await phone.post("/two-factor/verify-backup-code", { code: first, trustDevice: true })).status).toBe(200);
  expect(await records("two-factor.trust.create")).toMatchObject([{ actorId: ann.userId, userId: ann.userId }]);
  await ann.browser.post("/two-factor/verify-backup-code", { code: second, trustDevice: true });
  expect(await records("two-factor.trust.create")).toHaveLength(2);
});
