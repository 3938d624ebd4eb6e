/** The official plugins in pairs and all together keep their own types. */

import { admin } from "@latchkey/admin";
import { adminClient } from "@latchkey/admin/client";
import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter, type SignInResult, type User } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { type TwoFactorChallenge, twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { username } from "@latchkey/username";
import { usernameClient } from "@latchkey/username/client";
import { expectTypeOf, test } from "vitest";

const database = memoryAdapter();
const credentials = { email: "a@b.test", password: "x" };

type Refusals<T> = T extends { readonly error: infer E } ? (E extends { readonly code: infer C } ? C : never) : never;

const all = createAuth({ database, plugins: [username(), twoFactor(), admin(), organization()] });
const turned = createAuth({ database, plugins: [organization(), admin(), twoFactor(), username()] });

type Person = typeof all.$Infer.User;

test("all four: users and sessions have every plugin's fields, in any order", () => {
  expectTypeOf<Person["username"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Person["twoFactorEnabled"]>().toEqualTypeOf<boolean>();
  expectTypeOf<Person["role"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Person["banned"]>().toEqualTypeOf<boolean>();
  type Own = (typeof all.$Infer.Session)["session"];
  expectTypeOf<Own["impersonatedBy"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Own["activeOrganizationId"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Person>().branded.toEqualTypeOf<typeof turned.$Infer.User>();
  expectTypeOf<typeof all.$Infer.Session>().branded.toEqualTypeOf<typeof turned.$Infer.Session>();
  expectTypeOf<keyof typeof all.api>().toEqualTypeOf<keyof typeof turned.api>();
  // @ts-expect-error: no plugin adds it
  void ({} as Person).phoneNumber;
});

test("all four: auth.api has every call, and sign-in has its results and errors", async () => {
  const signedIn = await all.api.signInUsername({ body: { username: "ann", password: "x" } });
  expectTypeOf(signedIn).branded.toEqualTypeOf<SignInResult<Person> | TwoFactorChallenge>();
  if (signedIn.user) expectTypeOf(signedIn.user.role).toEqualTypeOf<string | null>();
  const verified = await all.api.verifyTOTP({ body: { code: "123456" }, headers: new Headers() });
  expectTypeOf(verified.user).branded.toEqualTypeOf<Person>();
  const listed = await all.api.listUsers({ query: { limit: 10 }, headers: new Headers() });
  expectTypeOf(listed.users[0]?.username).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(listed.users[0]?.twoFactorEnabled).toEqualTypeOf<boolean | undefined>();
  const begun = await all.api.impersonateUser({ body: { userId: "u" }, headers: new Headers() });
  expectTypeOf(begun.session.activeOrganizationId).toEqualTypeOf<string | null>();
  expectTypeOf(all.api.createOrganization).toBeFunction();
  // @ts-expect-error: a name is text
  void all.api.signUpEmail({ body: { ...credentials, name: "Ann", username: 1 } });
  // @ts-expect-error: closed to clients
  void all.api.signUpEmail({ body: { ...credentials, name: "Ann", role: "admin" } });
});

test("all four: a client with the server's types and one with client plugins have the same types", async () => {
  const plugins = [usernameClient(), twoFactorClient(), adminClient(), organizationClient()] as const;
  const typed = createAuthClient<typeof all>({ plugins });
  const composed = createAuthClient({ plugins });
  const byServer = await typed.signIn.username({ username: "ann", password: "x" });
  const byHalves = await composed.signIn.username({ username: "ann", password: "x" });
  expectTypeOf(byServer.data).branded.toEqualTypeOf<SignInResult<Person> | TwoFactorChallenge | null>();
  expectTypeOf(byHalves.data).branded.toEqualTypeOf<typeof byServer.data>();
  expectTypeOf<"BANNED_USER">().toExtend<Refusals<typeof byServer>>();
  expectTypeOf<"BANNED_USER">().toExtend<Refusals<typeof byHalves>>();
  const { error } = await typed.twoFactor.verifyTotp({ code: "123456" });
  if (error)
    expectTypeOf(error.code).extract<"BANNED_USER" | "INVALID_CODE">().toEqualTypeOf<"BANNED_USER" | "INVALID_CODE">();
  const { data } = await composed.admin.getUser({ query: { id: "u" } });
  expectTypeOf(data?.username).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(data?.twoFactorEnabled).toEqualTypeOf<boolean | undefined>();
  expectTypeOf(typed.organization.create).toBeFunction();
  expectTypeOf(composed.organization.create).toBeFunction();
});

test("username and two-factor", async () => {
  const auth = createAuth({ database, plugins: [username(), twoFactor()] });
  const answer = await auth.api.signInUsername({ body: { username: "ann", password: "x" } });
  expectTypeOf(answer).branded.toEqualTypeOf<SignInResult<typeof auth.$Infer.User> | TwoFactorChallenge>();
  // @ts-expect-error: the app has no admin plugin
  void ({} as typeof auth.$Infer.User).role;
  const client = createAuthClient({ plugins: [usernameClient(), twoFactorClient()] });
  const { data } = await client.signIn.username({ username: "ann", password: "x" });
  if (data && "twoFactorRedirect" in data) expectTypeOf(data.twoFactorRedirect).toEqualTypeOf<true>();
});

test("username and admin", async () => {
  const auth = createAuth({ database, plugins: [username(), admin()] });
  const answer = await auth.api.signInUsername({ body: { username: "ann", password: "x" } });
  expectTypeOf(answer).branded.toEqualTypeOf<SignInResult<typeof auth.$Infer.User>>();
  const client = createAuthClient({ plugins: [usernameClient(), adminClient()] });
  const reply = await client.signIn.username({ username: "ann", password: "x" });
  expectTypeOf<"BANNED_USER" | "INVALID_USERNAME_OR_PASSWORD">().toExtend<Refusals<typeof reply>>();
  expectTypeOf(reply.data?.user.role).toEqualTypeOf<string | null | undefined>();
});

test("username and organization", async () => {
  const auth = createAuth({ database, plugins: [username(), organization()] });
  expectTypeOf<(typeof auth.$Infer.User)["username"]>().toEqualTypeOf<string | null>();
  expectTypeOf<(typeof auth.$Infer.Session)["session"]["activeOrganizationId"]>().toEqualTypeOf<string | null>();
  const client = createAuthClient({ plugins: [usernameClient(), organizationClient()] });
  const { data } = await client.signIn.username({ username: "ann", password: "x" });
  expectTypeOf(data?.user.displayUsername).toEqualTypeOf<string | null | undefined>();
});

test("two-factor and admin", async () => {
  const auth = createAuth({ database, plugins: [twoFactor(), admin()] });
  const answer = await auth.api.signInEmail({ body: credentials });
  expectTypeOf(answer).branded.toEqualTypeOf<SignInResult<typeof auth.$Infer.User> | TwoFactorChallenge>();
  const client = createAuthClient({ plugins: [twoFactorClient(), adminClient()] });
  const reply = await client.twoFactor.verifyBackupCode({ code: "aaaaa-bbbbb" });
  expectTypeOf<"BANNED_USER" | "INVALID_BACKUP_CODE">().toExtend<Refusals<typeof reply>>();
  expectTypeOf(reply.data?.user.banned).toEqualTypeOf<boolean | undefined>();
});

test("two-factor and organization", async () => {
  const auth = createAuth({ database, plugins: [twoFactor(), organization()] });
  const answer = await auth.api.signInEmail({ body: credentials });
  if (answer.user) expectTypeOf(answer.user.twoFactorEnabled).toEqualTypeOf<boolean>();
  const client = createAuthClient({ plugins: [twoFactorClient(), organizationClient()] });
  const { data } = await client.twoFactor.verifyTotp({ code: "123456" });
  expectTypeOf(data?.user.twoFactorEnabled).toEqualTypeOf<boolean | undefined>();
  const session = await client.getSession();
  expectTypeOf(session.data?.session.activeOrganizationId).toEqualTypeOf<string | null | undefined>();
});

test("admin and organization: each has its own hasPermission", async () => {
  const auth = createAuth({ database, plugins: [admin(), organization()] });
  expectTypeOf(auth.api.userHasPermission).not.toEqualTypeOf(auth.api.hasPermission);
  const client = createAuthClient({ plugins: [adminClient(), organizationClient()] });
  expectTypeOf(client.admin.hasPermission).toBeFunction();
  expectTypeOf(client.organization.hasPermission).toBeFunction();
  const { data } = await client.admin.impersonateUser({ userId: "u" });
  expectTypeOf(data?.session.activeOrganizationId).toEqualTypeOf<string | null | undefined>();
  expectTypeOf<User>().not.toEqualTypeOf<typeof auth.$Infer.User>();
});
