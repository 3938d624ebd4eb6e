import type { Plugin, Session, SessionData, SignOutResult, SocialRedirect, SocialSignedIn, User } from "@latchkey/core";
import { describe, expectTypeOf, test } from "vitest";
import { type App, type auth, type Team, teamsClient, usernameClient } from "../test/plugins.ts";
import type {
  AuthClient,
  AuthStore,
  ClientError,
  ClientPlugin,
  CommonErrorCode,
  NetworkErrorReason,
  Result,
} from "./index.ts";
import { createAuthClient } from "./index.ts";

const bare = createAuthClient();
const typed = createAuthClient<typeof auth>({ baseURL: "https://app.test" });
const composed = createAuthClient({ plugins: [usernameClient(), teamsClient()] });
declare const serverHalf: Plugin;
const credentials = { email: "a@b.test", password: "x" };

test("a server plugin isn't a client plugin", () => {
  // @ts-expect-error: its endpoints would end up in the browser
  void createAuthClient({ plugins: [serverHalf] });
});

describe("without a server's types", () => {
  test("core's calls", async () => {
    const { data, error } = await bare.getSession();
    expectTypeOf(data).toEqualTypeOf<SessionData<User, Session> | null>();
    expectTypeOf(error).toEqualTypeOf<ClientError<"FAILED_TO_GET_SESSION"> | null>();
    expectTypeOf((await bare.listSessions()).data).toEqualTypeOf<Session[] | null>();
    expectTypeOf((await bare.signOut()).data).toEqualTypeOf<SignOutResult | null>();
    const { data: social } = await bare.signIn.social({ provider: "github", callbackURL: "/app" });
    expectTypeOf(social).toEqualTypeOf<SocialRedirect | SocialSignedIn | null>();
    await bare.linkSocial({ provider: "github" });
    await bare.unlinkAccount({ providerId: "github" });
    expectTypeOf((await bare.getAccessToken({ providerId: "github" })).data?.scopes).toEqualTypeOf<
      readonly string[] | undefined
    >();
    await bare.refreshToken({ accountId: "a" });
    await bare.accountInfo({ query: { accountId: "a" } });
    await bare.revokeSession({ token: "t" });
    await bare.getSession({ query: { disableCookieCache: true } }, { headers: new Headers() });
    await bare.signIn.email({ ...credentials, rememberMe: false, fetchOptions: { disableSignal: true } });
  });

  test("invalid code", () => {
    // @ts-expect-error: a field is missing
    void bare.signIn.email({ email: "a@b.test" });
    // @ts-expect-error: no such field
    void bare.signIn.email({ ...credentials, username: "ann" });
    // @ts-expect-error: the session decides whose account it is
    void bare.getAccessToken({ providerId: "github", userId: "somebody" });
    // @ts-expect-error: wrong type
    void bare.revokeSession({ token: 1 });
    // @ts-expect-error: no such call
    void bare.signIn.username;
    // @ts-expect-error: no such call
    void bare.organization;
    // @ts-expect-error: an event isn't a field
    void bare.signOut(new Event("click"));
    // @ts-expect-error: no such query
    void bare.getSession({ query: { disableCache: true } });
    // @ts-expect-error: only the React client has hooks
    void bare.useSession;
    // @ts-expect-error: no such store
    void bare.$stores.organizations;
    // @ts-expect-error: no such option
    createAuthClient({ baseUrl: "https://app.test" });
    // @ts-expect-error: not a plugin
    createAuthClient({ plugins: [{}] });
  });
});

describe("results", () => {
  test("either data or an error", async () => {
    const { data, error } = await bare.signIn.email(credentials);
    // @ts-expect-error: may be null
    void data.token;
    if (error) {
      expectTypeOf(data).toEqualTypeOf<null>();
      return;
    }
    expectTypeOf(data.token).toEqualTypeOf<string>();
    expectTypeOf(data.user).toEqualTypeOf<User>();
  });

  test("codes narrow, and a switch over them can be exhaustive", async () => {
    const { error } = await bare.signIn.email(credentials);
    if (!error) return;
    type Codes =
      | "EMAIL_PASSWORD_DISABLED"
      | "INVALID_EMAIL"
      | "INVALID_EMAIL_OR_PASSWORD"
      | "EMAIL_NOT_VERIFIED"
      | "FAILED_TO_CREATE_SESSION";
    expectTypeOf(error.code).toEqualTypeOf<Codes | CommonErrorCode>();
    switch (error.code) {
      case "INVALID_EMAIL_OR_PASSWORD":
      case "INVALID_EMAIL":
      case "EMAIL_NOT_VERIFIED":
      case "EMAIL_PASSWORD_DISABLED":
      case "FAILED_TO_CREATE_SESSION":
        expectTypeOf(error.code).toEqualTypeOf<Codes>();
        break;
      // @ts-expect-error: no code of this call
      case "PASSWORD_TOO_SHORT":
        break;
      default:
        expectTypeOf(error.code).toEqualTypeOf<CommonErrorCode>();
    }
  });

  test("a call without its own codes has the common codes", async () => {
    const { error } = await bare.signOut();
    expectTypeOf<NonNullable<typeof error>["code"]>().toEqualTypeOf<CommonErrorCode>();
  });

  test("the specific error is assignable to the general one", () => {
    expectTypeOf<Result<User, "A">>().toExtend<Result<User>>();
    expectTypeOf<ClientError<"A">>().toExtend<ClientError>();
    expectTypeOf<NetworkErrorReason>().toEqualTypeOf<"unreachable" | "aborted" | "not-json" | "not-a-session">();
  });

  test("callbacks have typed arguments", () => {
    void bare.signIn.email(credentials, {
      onSuccess: (data) => expectTypeOf(data.user).toEqualTypeOf<User>(),
      onError: (error) => error.code === "INVALID_EMAIL_OR_PASSWORD",
    });
    void bare.signIn.email(credentials, {
      // @ts-expect-error: no code of this call
      onError: (error) => error.code === "PASSWORD_TOO_SHORT",
    });
  });

  test("$fetch has the given types", async () => {
    expectTypeOf(await bare.$fetch("/x")).toEqualTypeOf<Result<unknown, string>>();
    expectTypeOf(await bare.$fetch<Team, "NO_TEAM">("/x", { body: { a: 1 } })).toEqualTypeOf<Result<Team, "NO_TEAM">>();
  });
});

describe.each(["types from the server", "types from client plugins"])("%s", () => {
  test("fields from plugins and the app", async () => {
    const { data } = await typed.getSession();
    expectTypeOf(data).toEqualTypeOf<SessionData<App["user"], App["session"]> | null>();
    expectTypeOf(data?.user.username).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(data?.user.plan).toEqualTypeOf<"free" | "paid" | undefined>();
    expectTypeOf(data?.session.activeTeamId).toEqualTypeOf<string | null | undefined>();
    expectTypeOf<typeof typed.$Infer.Session.user.plan>().toEqualTypeOf<"free" | "paid">();

    const other = await composed.getSession();
    expectTypeOf(other.data?.user.username).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(other.data?.session.activeTeamId).toEqualTypeOf<string | null | undefined>();
    // @ts-expect-error: only the server's types have the app's own field
    void other.data?.user.plan;
  });

  test("plugin calls are added to core's, with the app's models", async () => {
    const { data, error } = await typed.signIn.username({ username: "ann", password: "x" });
    expectTypeOf(data?.user).toEqualTypeOf<App["user"] | undefined>();
    if (error?.code === "INVALID_USERNAME_OR_PASSWORD") expectTypeOf(error.status).toEqualTypeOf<number>();
    expectTypeOf(
      (await composed.signIn.username({ username: "ann", password: "x" })).data?.user.username,
    ).toEqualTypeOf<string | null | undefined>();
    expectTypeOf((await composed.signIn.email(credentials)).data?.user.username).toEqualTypeOf<
      string | null | undefined
    >();
    expectTypeOf((await composed.teams.list({ query: { limit: 1 } })).data).toEqualTypeOf<Team[] | null>();
    expectTypeOf(typed.teams.canEdit).returns.toEqualTypeOf<boolean>();
    // @ts-expect-error: no such field
    void typed.signIn.username({ username: "ann", email: "a@b.test", password: "x" });
  });

  test("sign-up fields", () => {
    void typed.signUp.email({ ...credentials, name: "Ann", plan: "free", username: "ann" });
    void composed.signUp.email({ ...credentials, name: "Ann", username: "ann" });
    // @ts-expect-error: the app asks for a plan
    void typed.signUp.email({ ...credentials, name: "Ann" });
    // @ts-expect-error: no such plan
    void typed.signUp.email({ ...credentials, name: "Ann", plan: "huge" });
    // @ts-expect-error: no such field
    void composed.signUp.email({ ...credentials, name: "Ann", plan: "free" });
  });

  test("stores", () => {
    expectTypeOf(typed.$stores.session).toEqualTypeOf<AuthStore<SessionData<App["user"], App["session"]>>>();
    expectTypeOf(typed.$stores.activeTeam).toEqualTypeOf<AuthStore<Team>>();
    expectTypeOf(composed.$stores.activeTeam.get().data).toEqualTypeOf<Team | null>();
    expectTypeOf(typed.$stores.teamMembers.get().data).toEqualTypeOf<App["user"][] | null>();
    // @ts-expect-error: no such store
    void composed.$stores.teams;
  });
});

test("a client's type can be named", () => {
  expectTypeOf<AuthClient<typeof auth>>().toEqualTypeOf(typed);
  expectTypeOf<AuthClient>().toEqualTypeOf(bare);
  const plugins: readonly ClientPlugin[] = [usernameClient(), teamsClient()];
  expectTypeOf(createAuthClient({ plugins }).signOut).toEqualTypeOf(bare.signOut);
});
