import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import type { Gate, RequestContext } from "../kernel/context.ts";
import type { SignInAttempt } from "../kernel/sign-in-attempt.ts";
import { defineUntypedEndpoint, type Endpoint } from "../plugin/endpoint.ts";
import { definePlugin } from "../plugin/plugin.ts";
import { sessionTable } from "../tables/session.ts";
import { incrementUserEpoch } from "../users/store.ts";
import { createSession } from "./create.ts";
import { type PausedSignIn, pauseSignIn, resumeSignIn } from "./pause.ts";

/** Keeps the first sign-in, as JSON, until `/step` is called. */
function step() {
  const kept: { json?: string } = {};
  const gate: Gate = {
    name: "step",
    kind: "challenge",
    check(attempt) {
      if (attempt.proofs.step !== undefined) return undefined;
      kept.json = JSON.stringify(pauseSignIn(attempt));
      return { response: { stepRequired: true } };
    },
  };
  const finish: Endpoint = defineUntypedEndpoint({
    method: "POST",
    path: "/step",
    queryBudget: 9,
    async handle(_: unknown, context: RequestContext) {
      const paused = JSON.parse(kept.json ?? "") as PausedSignIn;
      return { kind: (await createSession(context, resumeSignIn(context, paused, ["step"]))).kind };
    },
  });
  const table = { extends: "session", columns: { readAt: { type: "date", nullable: true } } } as const;
  return { kept, plugin: definePlugin({ id: "step", tables: [table], endpoints: { finish }, gates: [gate] }) };
}

test("a resumed sign-in has the proofs from before and after the pause", async () => {
  const { kept, plugin } = step();
  const { auth, browser, clock } = await startAuth({ plugins: [plugin] });
  const ann = browser();
  expect((await ann.signUp("ann@example.com")).body).toMatchObject({ stepRequired: true });
  const at = clock.now();
  const paused = JSON.parse(kept.json ?? "") as PausedSignIn;
  const waited = {
    ...paused,
    rememberMe: false,
    expiresIn: 60,
    startedAt: at.getTime() - 1000,
    endsAt: at.getTime() + 40_000,
    verifiedEmail: "ann@example.com",
    fields: { readAt: at },
  };
  kept.json = JSON.stringify(waited);

  clock.advance(30);
  expect((await ann.post("/step")).body).toEqual({ kind: "session" });

  const [session] = await auth.$context.db.findMany(sessionTable, { limit: 1 });
  expect(session).toMatchObject({
    userId: paused.userId,
    remembered: false,
    verifiedEmail: "ann@example.com",
    readAt: at,
    createdAt: new Date(at.getTime() - 1000),
    // The one-minute lifetime would end later.
    expiresAt: new Date(at.getTime() + 40_000),
    endsAt: new Date(at.getTime() + 40_000),
    proofs: { password: at.getTime(), step: at.getTime() + 30_000 },
  });
});

test("a sign-in can't be resumed once the user's epoch has changed", async () => {
  const { kept, plugin } = step();
  const { auth, browser } = await startAuth({ plugins: [plugin] });
  const ann = browser();
  await ann.signUp("ann@example.com");
  await incrementUserEpoch(auth.$context.db, (JSON.parse(kept.json ?? "") as PausedSignIn).userId);
  expect((await ann.post("/step")).status).toBe(503);
});

test("an impersonation can't be paused, because it would resume as the user's own session", () => {
  expect(() => pauseSignIn({ actorId: "admin" } as SignInAttempt)).toThrow("impersonation");
});
