import type { Session, SessionData, User } from "@latchkey/core";
import { createElement } from "react";
import { describe, expectTypeOf, test } from "vitest";
import { type App, type auth, type Team, teamsClient } from "../test/plugins.ts";
import {
  type AnyReactClient,
  type AuthClient,
  AuthClientProvider,
  createAuthClient,
  type StoreState,
  useAuthClient,
} from "./index.ts";

const bare = createAuthClient();
const typed = createAuthClient<typeof auth>({ plugins: [teamsClient()] });
const composed = createAuthClient({ plugins: [teamsClient()] });

describe("hooks", () => {
  test("useSession", () => {
    expectTypeOf(bare.useSession()).toEqualTypeOf<StoreState<SessionData<User, Session>>>();
    expectTypeOf(typed.useSession()).toEqualTypeOf<StoreState<SessionData<App["user"], App["session"]>>>();
    expectTypeOf(composed.useSession().data?.session.activeTeamId).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(bare.useSession().refetch).toEqualTypeOf<() => Promise<void>>();
    // @ts-expect-error: there might be no session
    void bare.useSession().data.user;
  });

  test("hooks for plugins' stores", () => {
    expectTypeOf(typed.useActiveTeam()).toEqualTypeOf<StoreState<Team<App["user"]>>>();
    expectTypeOf(typed.useTeams().data).toEqualTypeOf<readonly Team<App["user"]>[] | null>();
    expectTypeOf(composed.useActiveTeam().data?.id).toEqualTypeOf<string | undefined>();
    // @ts-expect-error: no such store
    void typed.useActiveOrganization;
    // @ts-expect-error: no plugin adds it
    void bare.useActiveTeam;
  });

  test("the client's calls", async () => {
    const { data, error } = await typed.teams.setActive({ id: "t" });
    if (error) expectTypeOf(error.code).extract<"NO_TEAM">().toEqualTypeOf<"NO_TEAM">();
    else expectTypeOf(data.owner).toEqualTypeOf<App["user"]>();
    // @ts-expect-error: a field is missing
    void typed.teams.setActive({});
    // @ts-expect-error: the app asks for a plan
    void typed.signUp.email({ name: "Ann", email: "a@b.test", password: "x" });
  });
});

test("the provider's client has the common calls, or the given type", () => {
  expectTypeOf(useAuthClient()).toEqualTypeOf<AnyReactClient>();
  expectTypeOf(useAuthClient().useSession().data?.user).toEqualTypeOf<User | undefined>();
  expectTypeOf(useAuthClient<typeof typed>()).toEqualTypeOf(typed);
  createElement(AuthClientProvider, { client: typed, initialSession: null });
  // @ts-expect-error: not a client
  createElement(AuthClientProvider, {});
  // @ts-expect-error: a session has a user
  createElement(AuthClientProvider, { client: typed, initialSession: { session: {} } });
});

test("a client's type can be named", () => {
  expectTypeOf<AuthClient<typeof auth>>().toEqualTypeOf(typed);
  expectTypeOf<AuthClient>().toEqualTypeOf(bare);
});
