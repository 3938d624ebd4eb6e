import type { CoreCalls, SignInResult, User } from "@latchkey/core";
import type { PluginTypes } from "@latchkey/core/plugin";
import { expectTypeOf, test } from "vitest";
import { type ClientError, type ClientPlugin, createAuthClient } from "./index.ts";

interface CodeWanted {
  readonly codeWanted: true;
}

interface CodesTypes extends PluginTypes {
  readonly challenge: CodeWanted;
}

interface BansTypes extends PluginTypes {
  readonly stageCodes: { readonly signIn: "BANNED" };
}

/** Has its own sign-in call, with the types that the app's gates add. */
interface NamesClient<U, Challenge, Refusal> {
  lastSignIn(): SignInResult<U> | Challenge | Refusal;
}

interface NamesTypes extends PluginTypes {
  readonly client: NamesClient<this["$app"]["user"], this["$app"]["challenge"], this["$app"]["codes"]["signIn"]>;
}

declare function codesClient(): ClientPlugin<CodesTypes>;
declare function bansClient(): ClientPlugin<BansTypes>;
declare function namesClient(): ClientPlugin<NamesTypes>;

const credentials = { email: "a@b.test", password: "x" };

test("a plugin's challenge is in the responses to all sign-in calls", async () => {
  const client = createAuthClient({ plugins: [codesClient(), bansClient(), namesClient()] });
  const { data, error } = await client.signIn.email(credentials);
  expectTypeOf(data).toEqualTypeOf<SignInResult<User> | CodeWanted | null>();
  expectTypeOf(error).toEqualTypeOf<ClientError<CoreCalls["signInEmail"]["code"] | "BANNED"> | null>();
  expectTypeOf(client.lastSignIn).returns.toEqualTypeOf<
    SignInResult<User> | CodeWanted | "BANNED" | "EMAIL_NOT_VERIFIED" | "FAILED_TO_CREATE_SESSION"
  >();
  const { data: social } = await client.signIn.social({ provider: "github" });
  if (social && "codeWanted" in social) expectTypeOf(social.codeWanted).toEqualTypeOf<true>();
  expectTypeOf((await client.changePassword({ currentPassword: "x", newPassword: "y" })).error?.code).not.toEqualTypeOf<
    "BANNED" | undefined
  >();
});

test("plugins without gates don't change the responses", async () => {
  const client = createAuthClient({ plugins: [namesClient()] });
  const { data, error } = await client.signIn.email(credentials);
  expectTypeOf(data).toEqualTypeOf<SignInResult<User> | null>();
  expectTypeOf(error).toEqualTypeOf<ClientError<CoreCalls["signInEmail"]["code"]> | null>();
});
