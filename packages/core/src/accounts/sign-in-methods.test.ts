import { createMailbox, mailOptions, startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { definePlugin } from "../plugin/plugin.ts";
import { accountTable } from "../tables/account.ts";
import { findUserByEmail } from "../users/store.ts";
import { countSignInMethods, hasRecoverableMailbox } from "./sign-in-methods.ts";

test("a plugin's sign-in methods count, so a user who has one can unlink their last account", async () => {
  let own = 0;
  const keys = definePlugin({ id: "keys", signInMethods: () => own });
  const { auth, browser } = await startAuth({ plugins: [keys] });
  const ann = browser();
  await ann.signUp("ann@example.com");
  const context = auth.$context as never;
  const { db } = auth.$context;
  const user = await findUserByEmail(db, "ann@example.com");
  const count = () => db.transaction((tx) => countSignInMethods(tx, context, user?.id ?? ""));
  expect(await count()).toBe(1);
  const refused = await ann.post("/unlink-account", { providerId: "credential" });
  expect([refused.status, refused.body.code]).toEqual([400, "FAILED_TO_UNLINK_LAST_ACCOUNT"]);
  own = 1;
  expect(await count()).toBe(2);
  expect((await ann.post("/unlink-account", { providerId: "credential" })).status).toBe(200);
  expect([await count(), await db.count(accountTable, {})]).toEqual([1, 0]);
});

test("a mailbox can recover an account only if it's verified and the app sends reset links", async () => {
  const withReset = await startAuth(mailOptions(createMailbox()));
  const withoutReset = await startAuth();
  const user = { email: "ann@example.com", emailVerified: true, provenEmail: null } as never;
  expect(hasRecoverableMailbox(withReset.auth.$context, user)).toBe(true);
  expect(hasRecoverableMailbox(withoutReset.auth.$context, user)).toBe(false);
  const unverified = { email: "ann@example.com", emailVerified: false, provenEmail: null };
  expect(hasRecoverableMailbox(withReset.auth.$context, unverified as never)).toBe(false);
  const moved = { ...unverified, provenEmail: "old@example.com" };
  expect(hasRecoverableMailbox(withReset.auth.$context, moved as never)).toBe(true);
});

test("if verified emails are required, a plugin can still exempt users", async () => {
  let allows = false;
  const keys = definePlugin({
    id: "keys",
    allowsUnverifiedEmail: ({ user }) => allows && user.email.startsWith("ann"),
  });
  const emailAndPassword = { enabled: true, requireEmailVerification: true };
  const { browser } = await startAuth({ ...mailOptions(createMailbox()), emailAndPassword, plugins: [keys] });
  for (const email of ["ann@example.com", "bob@example.com"]) await browser().signUp(email);
  const status = async (email: string) => (await browser().signIn(email)).status;
  expect(await status("ann@example.com")).toBe(403);
  allows = true;
  expect(await status("ann@example.com")).toBe(200);
  expect(await status("bob@example.com")).toBe(403);
});
