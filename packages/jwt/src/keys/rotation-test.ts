/** Tests a rotation with the app's settings, simulated keys, and a simulated clock. */

import { memoryAdapter } from "@latchkey/core";
import type { RequestContext } from "@latchkey/core/plugin";
import type { RotationStep } from "../contract.ts";
import type { JwtSettings } from "../options.ts";
import { signClaims, tokenType } from "../sign.ts";
import { createTokenVerifier, type TokenVerifier } from "../verify.ts";
import { publicKeys } from "./key-set.ts";
import { publishAhead } from "./state.ts";

const issuer = "https://rotation-test.invalid";

/** Returns the steps in order. Doesn't use the app's keys. */
export async function testRotation(context: RequestContext, settings: JwtSettings): Promise<RotationStep[]> {
  let time = context.now().getTime();
  const now = (): Date => new Date(time);
  const simulated = {
    ...contextParts(context),
    db: memoryAdapter().connect(context.db.schema),
    settings: { ...context.settings, audit: false },
    now,
    appCache: new Map(),
  };
  const sign = (): Promise<string> => {
    const iat = Math.floor(time / 1000);
    return signClaims(simulated, settings, {
      type: tokenType,
      claims: { iss: issuer, aud: issuer, iat, exp: iat + 3600 },
    });
  };
  const serveKeys = async (): Promise<Response> => Response.json({ keys: await publicKeys(simulated) });
  const verifier = (): TokenVerifier => createTokenVerifier({ issuer, audience: issuer, fetch: serveKeys, now });
  const warm = verifier();
  const steps: RotationStep[] = [];
  const check = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const passed = await work().then(
      (result) => result !== false,
      () => false,
    );
    steps.push({ name, passed });
  };

  const first = await sign();
  await check("The first key's tokens verify", () => warm.verify(first));
  time += (settings.rotationInterval - publishAhead) * 1000;
  const last = await sign();
  await check("The old key signs while its successor is published", async () => kidOf(last) === kidOf(first));
  await check("The successor is published before it signs", async () => (await publicKeys(simulated)).length === 2);
  await check("A verifier with cached keys reads the successor", () => warm.verify(last));
  time += publishAhead * 1000 - 60_000;
  const old = await sign();
  time += 120_000;
  const renewed = await sign();
  await check("The new key signs once it's active", async () => kidOf(renewed) !== kidOf(old));
  await check("A verifier with cached keys accepts the new key", () => warm.verify(renewed));
  await check("A new verifier accepts the new key", () => verifier().verify(renewed));
  await check("A new verifier accepts tokens of the old key", () => verifier().verify(old));
  time += settings.gracePeriod * 1000;
  await sign();
  await check("The old key is removed after the grace period", async () => {
    const keys = await publicKeys(simulated);
    return keys.every(({ kid }) => kid !== kidOf(old)) && keys.some(({ kid }) => kid === kidOf(renewed));
  });
  return steps;
}

/** Picks parts of a request's context by name, because spreading the context would call its getters. */
function contextParts(context: RequestContext) {
  const { random, log, keys, passwords, fetch: send, extensions, capabilities, scheduleOutbox, counter } = context;
  const { copies, presenters, verifiedCopies, publicFetch, resolveTxt } = context;
  const parts = { random, log, keys, passwords, fetch: send, extensions, capabilities, scheduleOutbox, counter };
  return { ...parts, copies, presenters, verifiedCopies, publicFetch, resolveTxt };
}

function kidOf(token: string): string {
  return String(JSON.parse(atob(token.split(".", 1)[0]?.replace(/-/g, "+").replace(/_/g, "/") ?? "")).kid);
}
