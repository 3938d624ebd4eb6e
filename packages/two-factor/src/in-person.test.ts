import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { startAuth, testPassword } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { twoFactor } from "./plugin.ts";

test("ADMIN-05: an impersonator can't set up, view, or remove a second factor", async () => {
  const { auth, browser } = await startAuth({ plugins: [admin(), twoFactor()] });
  const ann = browser();
  const { id } = (await ann.signUp("ann@example.com")).body.user;
  await auth.$context.db.update(userTable, { where: { id }, set: { role: "admin" } as never });
  const bob = (await browser().signUp("bob@example.com")).body.user;
  expect((await ann.post("/admin/impersonate-user", { userId: bob.id })).status).toBe(200);
  const calls: readonly (readonly [path: string, body: object])[] = [
    ["enable", { password: testPassword }],
    ["disable", { password: testPassword }],
    ["get-totp-uri", { password: testPassword }],
    ["generate-backup-codes", { password: testPassword }],
    ["verify-totp", { code: "123456" }],
    ["verify-otp", { code: "123456" }],
    ["verify-backup-code", { code: "aaaaa-bbbbb" }],
    ["send-otp", {}],
  ];
  for (const [path, body] of calls) {
    const reply = await ann.post<{ code: string }>(`/two-factor/${path}`, body);
    expect([path, reply.status, reply.body.code]).toEqual([path, 403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
  }
});
