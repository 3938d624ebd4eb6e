/** A plugin must not compile if its types don't match its endpoints. */

import { createAuth, memoryAdapter } from "@latchkey/core";
import { requireFreshSession, requireSession } from "@latchkey/core/plugin";
import { literal, object, statusResponse, text } from "@latchkey/core/shapes";
import { expectTypeOf, test } from "vitest";
import type { CallGroup, ServerCall, SessionCall, SessionQuery } from "../plugin/contract.ts";
import { defineEndpoint, type EndpointOf } from "../plugin/endpoint.ts";
import * as input from "../plugin/input.ts";
import { definePlugin, type Plugin } from "../plugin/plugin.ts";
import type { CoreModels, Models, PluginTypes } from "../plugin/types.ts";

interface JoinInput {
  readonly level: "basic" | "plus";
  readonly note?: string | undefined;
}

interface Membership {
  readonly level: string;
}

interface ClubCalls<M extends Models = CoreModels> {
  /** Joins the club. */
  readonly joinClub: SessionCall<JoinInput, Membership, "ALREADY_A_MEMBER">;
  readonly currentMember: SessionQuery<void, M["user"]>;
  readonly closeClub: ServerCall<void, { readonly status: true }>;
}

interface ClubTypes extends PluginTypes {
  readonly calls: ClubCalls<this["$app"]>;
  readonly stageCodes: { readonly signUp: "CLUB_IS_FULL" };
}

interface Club extends Plugin<ClubTypes> {
  readonly id: "club";
}

const errors = { ALREADY_A_MEMBER: { status: 409, message: "You're already a member." } } as const;

const joinClub: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({
  method: "POST",
  path: "/club/join",
  input: input.object({ level: input.oneOf("basic", "plus"), note: input.optional(input.text()) }),
  output: object({ level: text }),
  guards: [requireSession],
  errors,
  queryBudget: 1,
  handle({ level, note }, { user }) {
    expectTypeOf(level).toEqualTypeOf<"basic" | "plus">();
    expectTypeOf(note).toEqualTypeOf<string | undefined>();
    expectTypeOf(user.id).toEqualTypeOf<string>();
    return { level };
  },
});

const base = { method: "POST", path: "/club/join", guards: [requireSession], queryBudget: 1 } as const;

test("input, output, and codes come from the contract", () => {
  const good = input.object<JoinInput>({ level: input.oneOf("basic", "plus"), note: input.optional(input.text()) });
  const output = object<Membership>({ level: text });
  const handle = () => ({ level: "basic" });
  const a: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({
    ...base,
    // @ts-expect-error an input key is missing
    input: input.object({ level: input.oneOf("basic", "plus") }),
    output,
    errors,
    handle,
  });
  const b: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({
    ...base,
    input: input.object({
      level: input.oneOf("basic", "plus"),
      note: input.optional(input.text()),
      // @ts-expect-error a key that the contract doesn't have
      more: input.text(),
    }),
    output,
    errors,
    handle,
  });
  const c: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({
    ...base,
    input: good,
    // @ts-expect-error a different output
    output: statusResponse,
    errors,
    handle,
  });
  const d: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({
    ...base,
    input: good,
    output,
    errors,
    // @ts-expect-error the handler returns something else
    handle: () => ({ level: 1 }),
  });
  // @ts-expect-error a code from the contract isn't declared
  const e: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({ ...base, input: good, output, handle });
  // @ts-expect-error a declared code isn't in the contract
  const f: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({
    ...base,
    input: good,
    output,
    errors: { ...errors, MORE: errors.ALREADY_A_MEMBER },
    handle,
  });
  // @ts-expect-error the guard adds SESSION_NOT_FRESH, which isn't in the contract
  const g: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({
    ...base,
    guards: [requireFreshSession],
    input: good,
    output,
    errors,
    handle,
  });
  // @ts-expect-error the contract takes an input, so the endpoint must validate it
  const h: EndpointOf<ClubCalls["joinClub"]> = defineEndpoint({ ...base, output, errors, handle });
  expectTypeOf([a, b, c, d, e, f, g, h]).toBeArray();
});

test("a declared call needs its endpoint", () => {
  // @ts-expect-error the types also declare currentMember and closeClub
  definePlugin<Club>({ id: "club", endpoints: { joinClub } });
  // @ts-expect-error a different call's endpoint
  definePlugin<Club>({ id: "club", endpoints: { joinClub, currentMember: joinClub, closeClub: joinClub } });
});

interface RuleTypes extends PluginTypes {
  readonly stageCodes: { readonly signIn: "CLUB_IS_CLOSED" };
  readonly challenge: { readonly rulesRequired: true };
}

test("declared stage codes and challenges need their declarations", () => {
  const signIn = { CLUB_IS_CLOSED: { status: 403, message: "The club is closed." } };
  const challenge = object<RuleTypes["challenge"]>({ rulesRequired: literal(true) });
  definePlugin<Plugin<RuleTypes>>({ id: "rules", stageErrors: { signIn }, challenge });
  // @ts-expect-error the stage's code isn't declared
  definePlugin<Plugin<RuleTypes>>({ id: "rules", challenge });
  // @ts-expect-error a different stage
  definePlugin<Plugin<RuleTypes>>({ id: "rules", stageErrors: { signUp: signIn }, challenge });
  // @ts-expect-error the challenge's shape is missing
  definePlugin<Plugin<RuleTypes>>({ id: "rules", stageErrors: { signIn } });
  // @ts-expect-error a different shape
  definePlugin<Plugin<RuleTypes>>({ id: "rules", stageErrors: { signIn }, challenge: statusResponse });
});

interface GroupedTypes extends PluginTypes {
  readonly calls: Pick<ClubCalls, "joinClub"> & { readonly club: CallGroup<Pick<ClubCalls, "joinClub">> };
}

interface Grouped extends Plugin<GroupedTypes> {
  readonly id: "club";
}

test("calls can be grouped under the plugin's apiName", () => {
  const grouped = definePlugin<Grouped>({ id: "club", apiName: "club", endpoints: { joinClub } });
  // @ts-expect-error the types declare `auth.api.club`
  definePlugin<Grouped>({ id: "club", endpoints: { joinClub } });
  // @ts-expect-error a different name
  definePlugin<Grouped>({ id: "club", apiName: "clubs", endpoints: { joinClub } });
  const { api } = createAuth({ database: memoryAdapter(), plugins: [grouped] });
  expectTypeOf(api.club.joinClub).toEqualTypeOf(api.joinClub);
});

test("a call without input still accepts settings", () => {
  expectTypeOf<SessionCall<void, Membership>["input"]>().toBeUnknown();
  expectTypeOf<SessionCall<void, Membership>["client"]>().toBeCallableWith({ fetchOptions: {} });
});

declare function club(): Club;

test("the app's calls and codes are inferred from the contract", async () => {
  const auth = createAuth({ database: memoryAdapter(), plugins: [club()] });
  const headers = new Headers();
  const joined = await auth.api.joinClub.result({ headers, body: { level: "plus" } });
  if (joined.error) expectTypeOf<"ALREADY_A_MEMBER">().toExtend<typeof joined.error.code>();
  else expectTypeOf(joined.data).toEqualTypeOf<Membership>();
  expectTypeOf(await auth.api.currentMember({ headers })).toEqualTypeOf<typeof auth.$Infer.User>();
  expectTypeOf(await auth.api.closeClub()).toEqualTypeOf<{ readonly status: true }>();
});
