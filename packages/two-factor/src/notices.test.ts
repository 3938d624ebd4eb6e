import { userTable } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { startTwoFactor } from "../test/app.ts";

test("LOG-05: the owner is notified when 2FA is turned on, when its backup codes are replaced, and when it's turned off", async () => {
  const { enrolled, box, auth } = await startTwoFactor();
  const { browser, email, userId } = await enrolled();
  await browser.post("/two-factor/generate-backup-codes", { password: "wrong" });
  await browser.post("/two-factor/generate-backup-codes", { password: "correct horse battery" });
  // While a new email isn't verified, notices go to the previous one.
  const { db } = auth.$context;
  const moved = { email: "eve@evil.test", emailVerified: false, provenEmail: email };
  await db.update(userTable, { where: { id: userId }, set: moved });
  await browser.post("/two-factor/disable", { password: "correct horse battery" });
  await outboxEmpty(auth);
  const notices = box.mails.filter(({ sender }) => sender === "sendSecurityNotice");
  expect(notices.map(({ to, mail }) => [to, mail.change, mail.provider, mail.at])).toEqual([
    [email, "two-factor-enabled", null, expect.any(Date)],
    [email, "backup-codes-replaced", null, expect.any(Date)],
    [email, "two-factor-disabled", null, expect.any(Date)],
  ]);
  expect(JSON.stringify(notices)).not.toMatch(/secret|backupCodes/);
});
