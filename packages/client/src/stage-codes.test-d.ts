import { createAuth, memoryAdapter, type Plugin } from "@latchkey/core";
import type { PluginTypes } from "@latchkey/core/plugin";
import { expectTypeOf, test } from "vitest";
import { type ClientPlugin, createAuthClient } from "./index.ts";

interface NamesTypes extends PluginTypes {
  readonly stageCodes: { readonly signUp: "USERNAME_IS_ALREADY_TAKEN"; readonly newPassword: "PASSWORD_COMPROMISED" };
}

declare function names(): Plugin<NamesTypes>;
declare function namesClient(): ClientPlugin<NamesTypes>;

const database = memoryAdapter();
const auth = createAuth({ database, plugins: [names()] });
const plain = createAuth({ database });
const body = { name: "Ann", email: "a@b.test", password: "x" };

test("error codes that a plugin adds to a stage are in the errors of every call in that stage", async () => {
  const { error } = await createAuthClient<typeof auth>().signUp.email(body);
  if (error?.code === "USERNAME_IS_ALREADY_TAKEN")
    expectTypeOf(error.code).toEqualTypeOf<"USERNAME_IS_ALREADY_TAKEN">();
  const composed = await createAuthClient({ plugins: [namesClient()] }).signUp.email(body);
  if (composed.error?.code === "USERNAME_IS_ALREADY_TAKEN") return;
  const onServer = await auth.api.signUpEmail.result({ body });
  if (onServer.error?.code === "USERNAME_IS_ALREADY_TAKEN") return;
  const changed = await createAuthClient<typeof auth>().changePassword({ currentPassword: "x", newPassword: "y" });
  if (changed.error?.code === "PASSWORD_COMPROMISED") return;
  // @ts-expect-error: an existing user keeps the username
  if (changed.error?.code === "USERNAME_IS_ALREADY_TAKEN") return;
  const social = await auth.api.signInSocial.result({ body: { provider: "github" } });
  if (social.error?.code === "USERNAME_IS_ALREADY_TAKEN") return;
});

test("without the plugin, calls don't have its codes", async () => {
  const { error } = await createAuthClient<typeof plain>().signUp.email(body);
  // @ts-expect-error: no such code
  if (error?.code === "USERNAME_IS_ALREADY_TAKEN") return;
  const onServer = await plain.api.signUpEmail.result({ body });
  // @ts-expect-error: no such code
  if (onServer.error?.code === "USERNAME_IS_ALREADY_TAKEN") return;
});

test("a stage has core's own codes without a plugin", async () => {
  const { error } = await plain.api.signInSocial.result({ body: { provider: "github" } });
  type Codes = NonNullable<typeof error>["code"];
  expectTypeOf<"EMAIL_NOT_VERIFIED" | "FAILED_TO_CREATE_USER" | "FAILED_TO_CREATE_SESSION">().toExtend<Codes>();
});

test("calls also have better-auth's names", () => {
  expectTypeOf(auth.api.listUserAccounts).toEqualTypeOf(auth.api.listAccounts);
  expectTypeOf(auth.api.linkSocialAccount).toEqualTypeOf(auth.api.linkSocial);
  expectTypeOf(auth.api.requestPasswordResetCallback).toEqualTypeOf(auth.api.resetPasswordCallback);
  expectTypeOf(auth.api.error).toEqualTypeOf(auth.api.errorPage);
});

test("calls without input still accept settings", () => {
  void createAuthClient().revokeSessions({ fetchOptions: { disableSignal: true } });
  // @ts-expect-error: the call takes no query
  void createAuthClient().listSessions({ query: { limit: 1 } });
  void createAuthClient().signOut(undefined, { disableSignal: true });
});
