import type { Plugin } from "@latchkey/core";
import { definePlugin, defineUntypedEndpoint, fail, revokeSessionsAndSignIns } from "@latchkey/core/plugin";
import { expect, test } from "vitest";
import * as z from "zod";
import { startTwoFactor } from "../../test/app.ts";

/** Bans users like the admin plugin. @param ends whether a ban also ends their sessions and sign-ins */
function bans(ends: boolean): Plugin {
  const errors = { BANNED: { status: 403, message: "Banned" } } as const;
  const banned = new Set<string>();
  const ban = defineUntypedEndpoint({
    method: "POST",
    path: "/ban",
    input: z.object({ userId: z.string() }),
    errors,
    queryBudget: 2,
    async handle({ userId }: { userId: string }, context) {
      banned.add(userId);
      if (ends) await revokeSessionsAndSignIns(context, userId, { actorId: null });
      return { status: true };
    },
  });
  return definePlugin({
    id: "bans",
    endpoints: { ban: ban as never },
    errors,
    gates: [
      {
        name: "bans",
        kind: "refuse",
        check: ({ user }) => (banned.has(user.id) ? fail(errors, "BANNED") : undefined),
      },
    ],
  });
}

test.each([
  [true, 401, "INVALID_TWO_FACTOR_COOKIE"],
  [false, 403, "BANNED"],
])(
  "ADMIN-08: a ban (that ends sessions: %s) stops a challenge in progress and a trusted device",
  async (ends, status, code) => {
    const app = await startTwoFactor({}, {}, [bans(ends)]);
    const { secret, userId, backupCodes } = await app.enrolled();
    const trusted = await app.challenged();
    await trusted.post("/two-factor/verify-totp", { code: app.code(secret), trustDevice: true });
    const halfWay = await app.challenged();
    await app.browser().post("/ban", { userId });
    expect((await trusted.signIn("ann@example.com")).body).toMatchObject({ code: "BANNED" });
    const second = await halfWay.post("/two-factor/verify-backup-code", { code: backupCodes[0] });
    expect([second.status, second.body.code]).toEqual([status, code]);
    expect(halfWay.cookies.has("latchkey.session_token")).toBe(false);
  },
);
