import { afterEach, expect, test } from "vitest";
import { at, closeNodes, type Node, pathOf, signInByProvider, startNodes } from "../../../test/nodes.ts";
import { accountTable } from "../../tables/account.ts";
import { userTable } from "../../tables/user.ts";

afterEach(closeNodes);
const email = "ann@example.com";

test("PASS-16: a user who signs in only with a provider can set a password only through their mailbox, and other sessions end", async () => {
  const started = await startNodes({}, [{}]);
  const [node] = started.nodes as [Node];
  const { db } = node.auth.$context;
  const [victim] = await signInByProvider(started, node, node);
  const attacker = at(node);

  // The message goes to the stored email, whatever spelling was entered, and has a link to the app.
  for (const typed of [email, "ANN@EXAMPLE.COM"]) {
    await attacker.post("/forget-password", { email: typed, redirectTo: "/reset" });
    const mail = await started.box.next("sendResetPassword");
    expect([mail.to, new URL(mail.url).host]).toEqual([email, "app.test"]);
    expect(pathOf(mail.url)).toContain("callbackURL=%2Freset");
  }
  await attacker.post("/forget-password", { email: `${email},attacker@evil.test` });
  await attacker.post("/forget-password", { email, redirectTo: "https://evil.test" });
  await attacker.post("/sign-up/email", { name: "Ann", email, password: "planted by a stranger" });
  expect(started.box.mails.map(({ to }) => to)).toEqual([email, email]);
  expect((await attacker.signIn(email, "planted by a stranger")).status).toBe(401);
  expect(await db.count(accountTable, { where: { providerId: "credential" } })).toBe(0);
  expect((await victim.get("/get-session")).body).toMatchObject({ user: { email } });

  const token = started.box.mails.at(-1)?.token;
  const reader = at(node);
  expect((await reader.post("/reset-password", { token, newPassword: "chosen by the reader" })).status).toBe(200);
  expect((await victim.get("/get-session")).body).toBeNull();
  expect((await reader.signIn(email, "chosen by the reader")).status).toBe(200);
  // The provider remains a sign-in method, because it vouched for the email.
  expect(await db.count(accountTable, {})).toBe(2);
  const [again] = await signInByProvider(started, node, node);
  expect((await again.get("/get-session")).body).toMatchObject({ user: { email } });
});

test("PASS-16: a user whose email can't receive messages gets no reset link", async () => {
  const started = await startNodes({}, [{}]);
  const [node] = started.nodes as [Node];
  const [victim] = await signInByProvider(started, node, node);
  await node.auth.$context.db.update(userTable, { where: { email }, set: { email: "ann-1@idp.invalid" } });
  await at(node).post("/forget-password", { email: "ann-1@idp.invalid" });
  await expect.poll(() => node.auth.$context.db.count({ name: "outbox", columns: {} }, {})).toBe(0);
  expect(started.box.mails).toEqual([]);
  expect((await victim.get("/get-session")).body).not.toBeNull();
});
