/** Guards that don't fit together must not compile. */

import { type ActiveSession, denyImpersonation, requireFreshSession, requireSession } from "@latchkey/core/plugin";
import { object, text } from "@latchkey/core/shapes";
import { expectTypeOf, test } from "vitest";
import type { SessionCall } from "../plugin/contract.ts";
import { defineEndpoint, defineUntypedEndpoint, type EndpointOf } from "../plugin/endpoint.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";

interface Badge {
  readonly level: string;
}

interface Calls {
  readonly showBadge: SessionCall<void, Badge, "UNAUTHORIZED" | "NO_BADGE">;
}

const errors = { NO_BADGE: { status: 403, message: "You don't have a badge." } } as const;

const requireBadge = defineGuard<{ readonly badge: Badge }, "NO_BADGE", Pick<ActiveSession, "user">>({
  name: "requireBadge",
  errors,
  check(context) {
    expectTypeOf(context.user.email).toEqualTypeOf<string>();
    return { badge: { level: context.user.name } };
  },
});

/** A guard type that's exported, as plugins do, keeps the guard's requirements. */
interface LevelGuard extends Guard<{ readonly level: string }, never, { readonly badge: Badge }> {
  readonly minimum: number;
}
const requireLevel: LevelGuard = { name: "requireLevel", minimum: 2, check: ({ badge }) => ({ level: badge.level }) };

const base = { method: "POST", path: "/badge" } as const;
const contract = { ...base, output: object<Badge>({ level: text }) };

test("a guard can use the values that earlier guards add", () => {
  const a: EndpointOf<Calls["showBadge"]> = defineEndpoint({
    ...contract,
    guards: [requireSession, requireBadge, requireLevel],
    handle: (_, { badge, level, session }) => {
      expectTypeOf(session.userId).toEqualTypeOf<string>();
      return { level: badge.level + level };
    },
  });
  defineUntypedEndpoint({
    ...base,
    guards: [requireSession, denyImpersonation, requireBadge],
    handle: (_, { badge }) => badge,
  });
  // Each of them adds the session.
  defineUntypedEndpoint({ ...base, guards: [requireSession, requireFreshSession], handle: () => null });
  expectTypeOf(a).toExtend<EndpointOf<Calls["showBadge"]>>();
});

test("a guard that needs a value that no earlier guard adds doesn't compile", () => {
  const handle = () => ({ level: "basic" });
  // @ts-expect-error nothing adds `user`
  const a: EndpointOf<Calls["showBadge"]> = defineEndpoint({ ...contract, guards: [requireBadge], handle });
  // @ts-expect-error `requireSession` comes too late
  const b: EndpointOf<Calls["showBadge"]> = defineEndpoint({
    ...contract,
    guards: [requireBadge, requireSession],
    handle,
  });
  // @ts-expect-error nothing adds `badge`
  defineUntypedEndpoint({ ...base, guards: [requireSession, requireLevel], handle });
  expectTypeOf([a, b]).toBeArray();
});

test("a guard that adds a value under a name that's already used doesn't compile", () => {
  const handle = () => ({ level: "basic" });
  const otherBadge = defineGuard<{ readonly badge: string }>({ name: "otherBadge", check: () => ({ badge: "x" }) });
  const otherReply = defineGuard<{ readonly reply: string }>({ name: "otherReply", check: () => ({ reply: "x" }) });
  // @ts-expect-error `badge` already has a different type
  defineUntypedEndpoint({ ...base, guards: [requireSession, requireBadge, otherBadge], handle });
  // @ts-expect-error the context already has `reply`
  defineUntypedEndpoint({ ...base, guards: [otherReply], handle });
});
